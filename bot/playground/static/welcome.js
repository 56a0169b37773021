/** The welcome for a new visitor: who you are and what to type.
 *
 * It stays until you close it, or begin a game on a phone.
 */

import { button, fill, h } from "./dom.js";
import { isStart, typeable } from "./slash.js";

const KEY = "playground.welcomed";
const NUMBERS = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const NARROW = "(max-width: 720px)"; // as in phone.css: the welcome would cover the game
const SOON = 500; // ms until the commands are checked again; the delay doubles each time

export class Welcome {
  constructor(app) {
    this.app = app;
    this.starts = h("div", { class: "starts" });
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

  away() {
    this.node.hidden = true;
    try {
      localStorage.setItem(KEY, "true");
    } catch {
      // without storage the welcome shows again next time
    }
    this.app.focus();
  }

  /** Offer the commands that start a game as soon as the bot has registered them. */
  async offer(pause = SOON) {
    const { app } = this;
    const session = app.active;
    await session.ready;
    const [first] = session.channels.keys();
    const starts = typeable(await session.commands(session.current ?? first)).filter(isStart);
    const bot = app.world.bot.name;
    const buttons = starts.map((leaf) => button(`/${leaf.name}`, () => this.begin(leaf)));
    fill(
      this.starts,
      starts.length
        ? [h("p", {}, "Type a command where you write, or press one to begin with:"), buttons]
        : h("p", {}, `Type / where you write, to see what ${bot} can do.`),
      starts.length > 0 && h("p", {}, "Then become the others, one after the other, and join in."),
    );
    if (!starts.length && !this.node.hidden) setTimeout(() => this.offer(2 * pause), pause);
  }

  /** Begin a command, and on a phone give its room to the game. */
  begin(leaf) {
    if (matchMedia(NARROW).matches) this.away();
    const pane = this.app.panes.find((one) => one.session === this.app.active);
    pane?.conversation?.composer.begin(leaf);
  }
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
    ["The bell", key("Alt+N"), " goes to the next person who is asked. Behind the wrench", key("Alt+B")],
    " it can be an hour later, direct messages can be closed, and lines can break.",
  ].flat();
}
