/** The welcome for a new visitor: who you are, and the games on cards.
 *
 * It stays until you close it or begin a game from a card. Where the bot handed no cards over, it
 * offers the commands that start something.
 */

import { controls } from "./api.js";
import { beginGame, drawCard } from "./cards.js";
import { button, fill, h } from "./dom.js";
import { isStart, typeable } from "./slash.js";

const KEY = "playground.welcomed";
const TEXT = 0; // a channel of the server, not direct messages
const NUMBERS = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const NARROW = "(max-width: 720px)"; // as in phone.css: the welcome would cover the game
const SOON = 500; // ms until the commands are checked again; the delay doubles each time

export class Welcome {
  constructor(app) {
    this.app = app;
    this.starts = h("div", { class: "starts" });
    this.filling = toggle("Fill the table and deal for me");
    this.filling.box.checked = true;
    this.beside = toggle("Two screens side by side", () => app.sideBySide());
    this.beside.node.classList.add("wide-only");
    const done = button("Got it", () => this.away(), "main");
    this.node = h(
      "section",
      { class: "welcome", "aria-labelledby": "welcome-title", hidden: wasWelcomed() },
      h("header", {}, h("h2", { id: "welcome-title" }, "Welcome"), done),
      h("p", {}, ...whoYouAre(app.sessions.map((session) => session.name))),
      this.starts,
      h("p", { class: "more-help" }, ...whereElse()),
    );
    if (!this.node.hidden) this.offer();
  }

  show() {
    this.node.hidden = false;
    this.offer();
    this.node.querySelector("button").focus();
  }

  /** Show whether the second screen is there. */
  draw() {
    this.beside.box.checked = this.app.isSideBySide;
  }

  away() {
    this.node.hidden = true;
    try {
      localStorage.setItem(KEY, "true");
    } catch {
      // without storage the welcome shows again next time
    }
    this.app.focus();
  }

  /** Offer the games as soon as the bot has registered its commands. */
  async offer(pause = SOON) {
    const { app } = this;
    const session = app.active;
    await session.ready;
    const [first] = session.channels.keys();
    const starts = typeable(await session.commands(session.current ?? first)).filter(isStart);
    const games = (await controls.games())?.games ?? [];
    const leafOf = (card) => starts.find(({ name }) => name === card.command);
    const cards = games.filter(leafOf);
    if (cards.length) this.offerCards(cards, leafOf);
    else this.offerCommands(starts);
    if (!starts.length && !this.node.hidden) setTimeout(() => this.offer(2 * pause), pause);
  }

  offerCards(cards, leafOf) {
    const begin = (card) => this.play(card, leafOf(card));
    fill(
      this.starts,
      h("div", { class: "choices" }, this.filling.node, this.beside.node),
      h("div", { class: "games" }, cards.map((card) => drawCard(card, begin))),
    );
  }

  offerCommands(starts) {
    const bot = this.app.world.bot.name;
    const buttons = starts.map((leaf) => button(`/${leaf.name}`, () => this.begin(leaf)));
    fill(
      this.starts,
      starts.length
        ? [h("p", {}, "Type a command where you write, or press one to begin with:"), buttons]
        : h("p", {}, `Type / where you write, to see what ${bot} can do.`),
      starts.length > 0 && h("p", {}, "Then become the others, one after the other, and join in."),
    );
  }

  /** Begin a game in a channel of the server, which then has all the room. */
  async play(card, leaf) {
    const { app } = this;
    const session = app.active;
    if (session.isDirect(session.current)) app.open(session, firstChannel(session));
    this.away();
    const conversation = app.conversation(session, session.current);
    await beginGame(conversation, leaf, card, this.filling.box.checked);
  }

  /** Begin a command, and on a phone give its room to the game. */
  begin(leaf) {
    if (matchMedia(NARROW).matches) this.away();
    const pane = this.app.panes.find((one) => one.session === this.app.active);
    pane?.conversation?.composer.begin(leaf);
  }
}

/** Make a switch with its words; `change` is called when somebody turns it. */
function toggle(words, change) {
  const box = h("input", { type: "checkbox", role: "switch", onchange: change });
  return { box, node: h("label", { class: "switch" }, h("span", {}, words), box) };
}

function firstChannel(session) {
  return [...session.channels.values()].find((channel) => channel.type === TEXT)?.id;
}

function wasWelcomed() {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

function whoYouAre(names) {
  const [last, ...others] = [...names].reverse();
  const all = others.length ? `${others.reverse().join(", ")} and ${last}` : last;
  const keys = (number) => h("kbd", {}, `Alt+${number % 10}`);
  return [
    h("strong", {}, `You are all ${NUMBERS[names.length] ?? names.length}: `),
    `${all}. Press a face to be somebody else`,
    h("span", { class: "by-key" }, ", or ", keys(1), " to ", keys(names.length)),
    ".",
  ];
}

function whereElse() {
  const key = (name) => h("span", { class: "by-key" }, " (", h("kbd", {}, name), ")");
  return [
    ["The bell", key("Alt+N"), " takes you to the next person who is asked. Behind the wrench"],
    [key("Alt+B"), " you can close direct messages and break connections."],
  ].flat();
}
