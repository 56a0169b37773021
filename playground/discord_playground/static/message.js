/** One message in the list: author, time, content and actions. */

import { attachment, component, embed } from "./components.js";
import { avatar, button, h, icon, tool } from "./dom.js";
import { markdown, plainText } from "./markdown.js";
import { stamp } from "./time.js";

const FLAG = { ephemeral: 64, loading: 128, silent: 4096, components: 32768 };
const SYSTEM = {
  6: "pinned a message to this channel.",
  7: "is here now.",
  18: "started a thread.",
};

/** Draw a message as a list item. `about` is that of components.js, with `actions(message)`. */
export function drawMessage(message, about) {
  const ephemeral = Boolean(message.flags & FLAG.ephemeral);
  const node = h(
    "li",
    {
      class: "message",
      dataset: { messageId: message.id, author: message.author.username },
      "aria-label": spoken(message, about),
    },
    lead(message, about),
    h("div", { class: "gutter" }, avatar(nameOf(message.author), about.colour(message.author))),
    h(
      "div",
      { class: "body" },
      head(message, about),
      content(message, about),
      foot(message, about),
    ),
    tools(message, about),
  );
  node.classList.toggle("ephemeral", ephemeral);
  node.classList.toggle("pings-me", pingsMe(message, about));
  node.dataset.ephemeral = String(ephemeral);
  return node;
}

/** Return a message's author and text on one line. */
export function spoken(message, about) {
  return `${nameOf(message.author)}: ${summary(message, about)}`;
}

export function nameOf(user) {
  return user.global_name ?? user.username;
}

function pingsMe(message, about) {
  const named = message.mentions?.some((user) => user.id === about.me);
  return Boolean(named || message.mention_everyone);
}

// --- the message that is replied to --------------------------------------------------------------

function lead(message, about) {
  const used = message.interaction_metadata ?? message.interaction;
  if (used?.type === 2) {
    const command = message.interaction?.name ?? used.name ?? used.command_name ?? "a command";
    return h(
      "div",
      { class: "lead" },
      icon("reply"),
      avatar(nameOf(used.user), about.colour(used.user)),
      h("strong", {}, nameOf(used.user)),
      " used ",
      h("span", { class: "command" }, `/${command}`),
    );
  }
  const pressedOn = used?.interacted_message_id ?? message.message_reference?.message_id;
  const answered = message.referenced_message ?? (pressedOn && about.find(pressedOn));
  if (!answered && message.type !== 19) return null;
  return h(
    "div",
    { class: "lead" },
    icon("reply"),
    answered && avatar(nameOf(answered.author), about.colour(answered.author)),
    answered && h("strong", {}, nameOf(answered.author)),
    h("span", { class: "excerpt" }, answered ? summary(answered, about) : "A deleted message"),
  );
}

/** Return a message's text on one line. */
export function summary(message, about) {
  const texts = [message.content, ...writtenOn(message.components ?? [])].filter(Boolean);
  for (const one of message.embeds ?? []) {
    texts.push(...[one.title, one.description].filter(Boolean));
  }
  return plainText(texts.join("\n"), about).slice(0, 300) || "A message without text";
}

function* writtenOn(components) {
  for (const one of components) {
    if (one.type === 10) yield one.content;
    if (one.components) yield* writtenOn(one.components);
  }
}

// --- the message itself --------------------------------------------------------------------------

function head(message, about) {
  const { author } = message;
  const name = h("span", { class: "author" }, nameOf(author));
  if (!author.bot) name.style.setProperty("--disc", about.colour(author));
  return h(
    "div",
    { class: "head" },
    name,
    author.bot && h("span", { class: "app-tag" }, "APP"),
    stamp(message.timestamp),
    Boolean(message.flags & FLAG.silent) && h("span", { class: "stamp" }, "silent"),
    !message.content && editedMark(message), // below the message it would push the buttons away
  );
}

function editedMark(message) {
  return message.edited_timestamp && h("span", { class: "edited" }, "(edited) ");
}

function content(message, about) {
  if (message.flags & FLAG.loading) {
    return h("div", { class: "text thinking" }, `${nameOf(message.author)} is thinking`, dots());
  }
  if (SYSTEM[message.type]) return h("div", { class: "text system" }, SYSTEM[message.type]);
  return [
    message.content &&
      h("div", { class: "text" }, markdown(message.content, about), " ", editedMark(message)),
    !(message.flags & FLAG.components) && message.attachments?.map((file) => attachment(file)),
    message.embeds?.map((one) => embed(one, about)),
    message.components?.map((one) => component(one, message, about)),
  ];
}

/** Draw three dots for a message that is being prepared. */
export function dots() {
  return h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i"));
}

function foot(message, about) {
  if (!(message.flags & FLAG.ephemeral)) return h("div", { class: "failure", role: "alert" });
  const away = () => about.dismiss(message);
  return [
    h("div", { class: "failure", role: "alert" }),
    h(
      "div",
      { class: "only-you" },
      icon("eye"),
      "Only you can see this · ",
      button("Dismiss message", away, "like-link"),
    ),
  ];
}

/** Show below a message that the press on it failed. */
export function showFailure(node, why) {
  const line = node?.querySelector(":scope > .body > .failure");
  if (!line) return;
  line.textContent = why ? "This interaction failed" : "";
  line.title = why ?? "";
}

// --- actions next to the message -----------------------------------------------------------------

function tools(message, about) {
  const actions = about.actions(message);
  return h(
    "div",
    { class: "tools", role: "toolbar", "aria-label": "Message" },
    actions.map(({ label, glyph, act, danger }) => tool(glyph, label, act, danger && "danger")),
  );
}

/** Return a function that moves the focus from an old drawing to the same place in the new one. */
export function keepFocus(before, after) {
  const stops = (node) => [...node.querySelectorAll(".body button, .body a, .body [tabindex]")];
  const at = stops(before).indexOf(document.activeElement);
  if (at === -1) return () => {};
  const id = document.activeElement.dataset.customId;
  return () => {
    const found = stops(after);
    const same = id && found.find((node) => node.dataset.customId === id);
    (same || found[Math.min(at, found.length - 1)])?.focus({ preventScroll: true });
  };
}
