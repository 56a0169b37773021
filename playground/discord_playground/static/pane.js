/** One person's screen: the list of channels and the open one. Screens stand side by side. */

import { avatar, fill, h, tool } from "./dom.js";

const TYPE = { text: 0, dm: 1, threads: [10, 11, 12] };

export class Pane {
  constructor(session, app) {
    Object.assign(this, { session, app });
    this.nav = h("nav", { class: "channels", "aria-label": `${session.name}'s channels` });
    this.bar = h("div", { class: "bar", role: "status", hidden: true });
    this.place = h("h1", { class: "place" });
    this.head = h("header", { class: "pane-head" });
    this.stage = h("div", { class: "stage" });
    this.node = h(
      "section",
      {
        class: "pane",
        dataset: { person: session.person.token },
        "aria-label": `${session.name}'s screen`,
        vars: { "--person": session.person.colour },
        onpointerdown: () => app.activate(session),
        onfocusin: () => app.activate(session),
      },
      h(
        "div",
        { class: "screen" },
        this.nav,
        h("div", { class: "main" }, this.head, this.bar, this.stage),
      ),
    );
    this.redraw = () => this.draw();
    for (const type of ["channels", "line"]) session.addEventListener(type, this.redraw);
    this.draw();
  }

  /** Remove the screen for good. */
  close() {
    this.conversation?.hiding();
    for (const type of ["channels", "line"]) this.session.removeEventListener(type, this.redraw);
    this.node.remove();
  }

  /** Show the channel that this person has selected. */
  show() {
    const next = this.app.conversation(this.session, this.session.current);
    if (next !== this.conversation) {
      this.conversation?.hiding();
      fill(this.stage, next?.node);
      this.conversation = next;
      next?.shown();
    }
    this.draw();
  }

  draw() {
    const focus = document.activeElement;
    const focused = this.nav.contains(focus) && focus.dataset.channel;
    fill(this.nav, this.guildPart(), this.directPart());
    if (focused) this.nav.querySelector(`[data-channel="${CSS.escape(focused)}"]`)?.focus();
    this.drawHead();
    this.drawBar();
  }

  drawHead() {
    const { session, app } = this;
    const id = session.current;
    this.place.textContent = session.channelName(id) ?? "…";
    const words = `Put ${session.name}'s screen away`;
    const away = tool("close", words, () => app.putAway(session));
    fill(
      this.head,
      mark(session.isDirect(id)),
      this.place,
      h("span", { class: "who" }, avatar(session.name, session.person.colour), session.name),
      app.panes.length > 1 && away,
    );
  }

  drawBar() {
    const bot = this.session.world.bot;
    const words = !this.session.up
      ? "The connection is gone. Trying again…"
      : bot.connected === false
        ? `${bot.name} is not connected; nothing it offers will answer.`
        : "";
    this.bar.textContent = words;
    this.bar.hidden = !words;
  }

  // --- the list of channels ---

  guildPart() {
    const { session } = this;
    const all = [...session.channels.values()];
    const texts = all.filter((one) => one.type === TYPE.text);
    const threads = (parent) =>
      all.filter((one) => TYPE.threads.includes(one.type) && one.parent_id === parent.id);
    texts.sort((one, other) => one.position - other.position);
    const below = (one) => threads(one).map((thread) => this.entry(thread, "thread"));
    return [
      h("h2", { class: "guild" }, session.guild?.name ?? "…"),
      texts.map((one) => [this.entry(one), below(one)]),
    ];
  }

  directPart() {
    const { session } = this;
    const known = session.directChannel();
    const name = session.world.bot.name;
    return [
      h("h2", { class: "direct" }, "Direct messages"),
      this.entry(known ?? { id: "", name, type: TYPE.dm }, "dm"),
    ];
  }

  entry(channel, kind = "text") {
    const { session, app } = this;
    const isDirect = kind === "dm";
    const name = isDirect ? session.world.bot.name : channel.name;
    const { unread, pings } = session.marks.sum(channel.id);
    const isHere = Boolean(channel.id) && channel.id === session.current;
    const node = h(
      "button",
      {
        type: "button",
        class: `channel ${kind}`,
        "aria-current": isHere ? "page" : null,
        dataset: { channel: channel.id, channelName: name, unread, pings },
        onclick: () => (isDirect ? app.openDirect(session) : app.open(session, channel.id)),
      },
      mark(isDirect),
      h("span", { class: "name" }, name),
      h("span", { class: "unseen" }, (isDirect ? ", direct messages" : "") + spoken(unread, pings)),
      pings > 0 && h("span", { class: "badge", "aria-hidden": "true" }, pings),
    );
    node.classList.toggle("unread", unread > 0);
    return node;
  }
}

function mark(isDirect) {
  return isDirect ? avatar("", "bot") : h("span", { class: "hash", "aria-hidden": "true" }, "#");
}

/** Show the unread count next to a channel or person. */
export function spoken(unread, pings) {
  const news = [];
  if (pings) news.push(`, ${pings} for you`);
  if (unread > pings) news.push(`, ${unread} unread`);
  return news.join("");
}
