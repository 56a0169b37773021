/** The bot's games on cards. A press on a card opens a table, and can fill it and deal. */

import { byAge, h } from "./dom.js";

const BUTTON = 2;
const QUIET = 600; // ms without news in a channel after which the bot has said all it has to say
const TRIES = 8; // presses on the button that begins a game; the bot may not be ready for the first

/** Draw a game's card as one button; `begin(card)` is called when it is pressed. */
export function drawCard(card, begin) {
  return h(
    "button",
    { type: "button", class: "game", onclick: () => begin(card) },
    h("span", { class: "pictures" }, card.pictures.map((src) => h("img", { src, alt: "" }))),
    h("strong", {}, card.title),
    h(
      "span",
      { class: "about" },
      h("span", {}, card.about),
      h("span", { class: "how-many" }, h("span", {}, card.players), " ", h("span", {}, card.duration)),
    ),
  );
}

/** Open a table of a game by its command. With `fill`, fill it with the bot's players and deal. */
export async function beginGame(conversation, leaf, card, fill) {
  const last = conversation.room.messages.at(-1)?.id ?? "0";
  const filled = fill ? card.fill : {};
  const given = ({ name }) => (name in filled ? { value: filled[name] } : undefined);
  const opened = await conversation.composer.sendCommand(leaf, given, []);
  if (opened.ok && fill) await pressUntilGone(conversation, card.deal, last);
}

/** Press a button on a message newer than `last` until it is there no longer. */
async function pressUntilGone(conversation, label, last) {
  for (let tries = 0; tries < TRIES; tries += 1) {
    await quiet(conversation);
    const newer = conversation.room.messages.filter((one) => byAge(one.id, last) > 0);
    const found = newer
      .map((message) => ({ message, button: buttonIn(message.components, label) }))
      .find(({ button }) => button);
    if (!found && tries) return;
    if (found) await conversation.press(found.message, found.button);
  }
}

/** Wait until nothing has changed in a channel for a while. */
function quiet({ session, channelId }) {
  return new Promise((resolve) => {
    let timer;
    const done = () => {
      session.removeEventListener("room", heard);
      resolve();
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(done, QUIET);
    };
    const heard = (event) => event.detail.channelId === channelId && wait();
    session.addEventListener("room", heard);
    wait();
  });
}

function buttonIn(components, label) {
  for (const one of components ?? []) {
    if (one.type === BUTTON && one.label === label && !one.disabled) return one;
    const inside = buttonIn(one.components, label);
    if (inside) return inside;
  }
  return undefined;
}
