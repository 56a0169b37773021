/** The backstage controls: closed DMs, withdrawn permissions, dropped connections. */

import { controls } from "./api.js";
import { button, fill, h, tool } from "./dom.js";

const PERMISSIONS = {
  view_channel: ["See the channel", 10n],
  send_messages: ["Send messages", 11n],
  embed_links: ["Embed links", 14n],
  attach_files: ["Attach files", 15n],
  read_message_history: ["Read the history", 16n],
  manage_messages: ["Manage messages", 13n],
  create_public_threads: ["Start threads", 35n],
};
const NOT_USUAL = ["manage_messages"];
const FAULTS = [
  ["Drop the bot's connection", { kind: "drop_gateway" }],
  ["Ask it to reconnect", { kind: "reconnect" }],
  ["Declare its session invalid", { kind: "invalid_session" }],
  ["Gateway down for 5 s", { kind: "gateway_down", seconds: 5 }],
  ["Lose the next answer", { kind: "lose_answer", route: "/interactions" }],
  ["Dispatch the next click twice", { kind: "duplicate_event" }],
  ["Rate-limit its next request", { kind: "rate_limit", route: ".*", retry_after: 1 }],
  ["Fail its next request (500)", { kind: "status", route: ".*", status: 500 }],
];
const KEYS = [
  ["Alt 1–5", "be somebody else"],
  ["Alt Shift 1–5", "put their screen beside"],
  ["Alt N", "go to the next person who is asked"],
  ["Alt ↑ ↓", "another channel"],
  ["Alt B", "backstage"],
];
const HOURS = 3600;
const LINES = 40;

export class Backstage {
  constructor(app) {
    this.app = app;
    this.said = h("p", { class: "said", role: "status" });
    this.body = h("div", { class: "backstage-body" });
    const scrolled = { class: "log", tabindex: 0, "aria-label": "The bot's latest requests" };
    this.log = h("ol", scrolled);
    const close = tool("close", "Close", () => this.toggle());
    const keys = KEYS.map(([key, words]) => h("li", {}, h("kbd", {}, key), ` ${words}`));
    this.node = h(
      "aside",
      { class: "backstage", "aria-label": "Backstage", hidden: true },
      h("header", {}, h("h2", {}, "Backstage"), close),
      this.said,
      this.body,
      this.part("What the bot asked for", [
        this.log,
        h("a", { href: "/playground/log?since=0", target: "_blank" }, "The whole request log"),
      ]),
      this.part("Keys", [
        h("ul", { class: "keys" }, keys),
        button("Show the welcome", () => this.app.welcome.show()),
      ]),
    );
    this.since = 0;
  }

  get isOpen() {
    return !this.node.hidden;
  }

  toggle() {
    this.node.hidden = this.isOpen;
    clearInterval(this.reading);
    if (!this.isOpen) return this.app.focus();
    this.draw();
    this.read();
    this.reading = setInterval(() => this.read(), 1500);
    return this.node.querySelector("button").focus();
  }

  /** Draw the controls for the current person and channel. */
  draw() {
    if (!this.isOpen) return;
    const session = this.app.active;
    const channel = session.channels.get(session.current);
    const focus = document.activeElement;
    const focused = this.body.contains(focus) && focus.dataset.control;
    const faults = FAULTS.map(([words, fault]) => this.act(words, () => controls.fault(fault)));
    fill(
      this.body,
      this.personPart(this.app.world.people.find((one) => one.id === session.person.id)),
      channel?.guild_id && this.channelPart(channel),
      this.part("The line to the bot", faults),
      this.clockPart(),
      this.part("All is well again", this.act("Clear all faults", () => controls.clearFaults())),
    );
    if (focused) this.body.querySelector(`[data-control="${CSS.escape(focused)}"]`)?.focus();
  }

  part(title, ...content) {
    return h("section", { class: "part" }, h("h3", {}, title), ...content);
  }

  clockPart() {
    const { name, followsClock } = this.app.world.bot;
    const words = followsClock
      ? `${name} goes by this clock: notices and deadlines fall due with it.`
      : `${name} does not go by this clock: only Discord is later, no deadline comes sooner.`;
    return this.part("The clock", [
      h("p", { class: "about" }, words),
      this.act("An hour later", () => controls.clock(HOURS)),
      this.act("A day later", () => controls.clock(24 * HOURS)),
    ]);
  }

  personPart({ name, dms_open: isOpen }) {
    const change = (open) => {
      const words = `${name}'s direct messages are ${open ? "open" : "closed"}.`;
      return this.run(controls.person(name, { dms_open: open }), words);
    };
    return this.part(name, this.toggleLine("Takes direct messages", isOpen, "dms", change));
  }

  channelPart(channel) {
    const { name: bot } = this.app.world.bot;
    const name = `#${channel.name}`;
    const lines = Object.entries(PERMISSIONS).map(([key, [words, bit]]) =>
      this.toggleLine(words, this.isAllowed(channel, key, bit), key, (allowed) =>
        this.run(
          controls.channel(channel.id, { bot_permissions: { [key]: allowed } }),
          `${bot} ${allowed ? "may" : "may not"} “${words.toLowerCase()}” in ${name}.`,
        ),
      ),
    );
    return this.part(`${bot} in ${name}`, lines, this.deleteButton(channel, name));
  }

  /** Delete a channel on the second press only, because its messages cannot be restored. */
  deleteButton(channel, name) {
    const go = () => controls.deleteChannel(channel.id);
    const really = this.act(`Yes, delete ${name}`, go, "danger");
    const ask = button(`Delete ${name}…`, () => {
      ask.replaceWith(really);
      really.focus();
    });
    return ask;
  }

  isAllowed(channel, key, bit) {
    const own = channel.permission_overwrites?.find((one) => one.id === this.app.world.bot.id);
    const has = (bits) => Boolean((BigInt(bits ?? 0) >> bit) & 1n);
    if (own && has(own.deny)) return false;
    return (own && has(own.allow)) || !NOT_USUAL.includes(key);
  }

  toggleLine(words, on, control, change) {
    const box = h("input", { type: "checkbox", role: "switch", dataset: { control } });
    box.checked = on;
    box.addEventListener("change", () => change(box.checked));
    return h("label", { class: "switch" }, h("span", {}, words), box);
  }

  act(words, ask, style) {
    const made = button(words, () => this.run(ask(), `Done: ${words.toLowerCase()}.`), style);
    made.dataset.control = words;
    return made;
  }

  async run(asked, words) {
    const answer = await asked;
    this.said.textContent = answer.ok ? words : `That did not work (${answer.status}).`;
    await this.app.look();
    this.draw();
  }

  // --- the log ---

  async read() {
    const answer = await controls.log(this.since);
    const requests = answer?.requests ?? [];
    if (!requests.length) return;
    this.since = requests.at(-1).n;
    this.log.prepend(...requests.slice(-LINES).reverse().map(line));
    while (this.log.children.length > LINES) this.log.lastChild.remove();
  }
}

function line({ method, route, path, status, code }) {
  const bad = status >= 400;
  return h(
    "li",
    { class: bad ? "bad" : null, title: path ?? route },
    h("b", {}, status),
    ` ${method} `,
    h("span", {}, (route ?? path).replace(/\{[^}]+\}/g, "…")),
    code ? ` (${code})` : "",
  );
}
