/**
 * One channel as one person sees it: messages, typing indicators and the composer.
 *
 * It is built once and kept, so that unsent text, an open form or a revealed spoiler is still there
 * when you come back from another person's screen.
 */

import { controls } from "./api.js";
import { Composer } from "./composer.js";
import { button, fill, h, icon } from "./dom.js";
import { drawForm } from "./form.js";
import { dots, drawMessage, keepFocus, nameOf, showFailure, spoken } from "./message.js";
import { day } from "./time.js";
import { Voice, written } from "./voice.js";

const KIND = { component: 3, form: 5 };
const EPHEMERAL = 64;
const LOADING = 128;
const TOGETHER = 7 * 60 * 1000; // messages of one author within 7 minutes are grouped
const MARGIN = 8; // px below the last button of a message that is brought into view
const NEAR = 24; // px from the end that still count as "at the end"

export class Conversation {
  constructor(session, channelId, app) {
    Object.assign(this, { session, channelId, app });
    this.nodes = new Map();
    this.busy = new Set();
    this.atEnd = true;
    this.inView = null; // the id of the message that is kept in view until this person scrolls
    this.about = this.makeAbout();
    this.list = h("ol", { class: "messages", "aria-label": "Messages" });
    this.voice = new Voice(this.about);
    this.read = new Map(); // message id -> its text when it was last drawn
    this.notes = h("div", { class: "notes" });
    this.intro = h("div", { class: "intro" });
    this.scroller = h("div", { class: "scroller", onscroll: () => this.scrolled() });
    this.scroller.append(this.intro, this.list, this.notes);
    const go = { type: "button", class: "jump", hidden: true, onclick: () => this.toEnd() };
    this.jump = h("button", go, "New messages ", icon("down"));
    this.typing = h("div", { class: "typing", "aria-live": "polite" });
    this.composer = new Composer(session, channelId, this.about, (words) => this.notice(words));
    this.node = h(
      "section",
      {
        class: "conversation",
        dataset: { channel: channelId, channelName: session.channelName(channelId) ?? "" },
        "aria-label": `${session.placeName(channelId)}, as ${session.name}`,
      },
      this.scroller,
      this.jump,
      this.composer.node,
      this.typing,
      this.voice.node,
    );
    this.listen();
    // Pictures and long panels grow after they are added.
    new ResizeObserver(() => this.stay()).observe(this.list);
    new ResizeObserver(() => this.stay()).observe(this.scroller);
    for (const hand of ["wheel", "touchmove", "pointerdown", "keydown"]) {
      this.scroller.addEventListener(hand, () => (this.inView = null), { passive: true });
    }
    this.drawAll();
  }

  listen() {
    const mine = (act) => (event) => event.detail.channelId === this.channelId && act(event.detail);
    this.session.addEventListener("room", mine((change) => this.changed(change)));
    this.session.addEventListener("typing", mine(({ name }) => this.showTyping(name)));
    this.session.addEventListener("form", mine(({ form }) => this.openForm(form)));
  }

  makeAbout() {
    const { session } = this;
    return {
      me: session.person.id,
      botName: session.world.bot.name,
      user: (id) => session.userName(id),
      channel: (id) => session.channelName(id),
      open: (id) => this.app.open(session, id),
      colour: (user) => session.colourOf(user),
      find: (id) => this.room.find(id),
      nodeOf: (id) => this.nodes.get(id),
      people: () => peopleOptions(session),
      channels: (types) => channelOptions(session, types),
      roles: () => (session.guild?.roles ?? []).map(({ id, name }) => ({ value: id, label: name })),
      press: (...click) => this.press(...click),
      dismiss: (message) => session.dismiss(message),
      actions: (message) => this.actions(message),
    };
  }

  get room() {
    return this.session.room(this.channelId);
  }

  // --- drawing ---

  drawAll() {
    this.nodes.clear();
    this.read.clear();
    for (const message of this.room.messages) {
      this.nodes.set(message.id, drawMessage(message, this.about));
      this.read.set(message.id, written(message));
    }
    this.list.replaceChildren(...this.nodes.values());
    this.regroup();
    this.drawIntro();
    if (this.atEnd) this.toEnd();
  }

  drawIntro() {
    const place = this.session.placeName(this.channelId);
    const more = () => this.session.loadEarlier(this.channelId);
    const earlier = button("Show earlier messages", more);
    const words = this.session.isDirect(this.channelId)
      ? `This is the beginning of ${this.session.name}'s direct messages with ${place}.`
      : `This is the beginning of ${place}.`;
    const hint = `Type / to see what ${this.about.botName} can do here.`;
    fill(
      this.intro,
      this.room.hasEarlier ? earlier : [h("h2", {}, place), h("p", {}, `${words} ${hint}`)],
    );
  }

  changed({ what, message }) {
    if (what === "all") return this.drawAll();
    const before = this.nodes.get(message.id);
    const keepPlace = this.atEnd ? () => {} : this.placeKeeper();
    if (what === "went") {
      // What takes the place of a pressed message comes at the end: a board that comes down.
      if (message.id === this.pressed) this.atEnd = true;
      before?.remove();
      this.nodes.delete(message.id);
      this.read.delete(message.id);
    } else {
      const node = drawMessage(message, this.about);
      this.nodes.set(message.id, node);
      this.tell(what, message);
      const refocus = before ? keepFocus(before, node) : null;
      if (before) before.replaceWith(node);
      else this.list.insertBefore(node, this.nodeAfter(message));
      refocus?.();
    }
    this.regroup();
    keepPlace();
    if (what === "came") this.hideTyping();
    // Scroll to messages that this person sent or asked for.
    const isForMe = message.flags & EPHEMERAL || message.author?.id === this.session.person.id;
    if (this.atEnd || (what === "came" && isForMe)) this.toEnd();
    else if (what === "came") this.jump.hidden = false;
    // What was pressed or asked for matters more than what stands below its buttons.
    const isPressed = before && message.id === this.pressed;
    if (isPressed || (what === "came" && isForMe)) this.showMessage((this.inView = message.id));
    return undefined;
  }

  /** Announce a new message, or the changed lines of an old one, to screen readers. */
  tell(what, message) {
    const before = this.read.get(message.id);
    const now = written(message);
    this.read.set(message.id, now);
    const isMine = message.author.id === this.session.person.id;
    const isHere = this.isShown && this.app.active === this.session;
    if (!isHere || message.flags & LOADING || (isMine && what === "came")) return;
    if (before?.lines.length) this.voice.sayChange(before, now);
    else this.voice.say(spoken(message, this.about));
  }

  nodeAfter(message) {
    const { messages } = this.room;
    return this.nodes.get(messages[messages.indexOf(message) + 1]?.id) ?? null;
  }

  /** Group messages by author, and draw the dividers for days and for unread messages. */
  regroup() {
    let before = null;
    for (const message of this.room.messages) {
      const node = this.nodes.get(message.id);
      const newDay = !before || day(before.timestamp) !== day(message.timestamp);
      const isFirstNew = message.id === this.firstUnread;
      node.classList.toggle("joined", !newDay && !isFirstNew && standTogether(before, message));
      node.querySelector(":scope > .divider")?.remove();
      if (newDay && before) node.prepend(divider(day(message.timestamp), isFirstNew));
      else if (isFirstNew) node.prepend(divider("", true));
      before = message;
    }
  }

  // --- visibility and focus ---

  /** Called when the conversation is put on the screen. */
  shown() {
    this.isShown = true;
    this.firstUnread = this.session.marks.firstUnread(this.channelId);
    this.regroup();
    if (this.atEnd) this.toEnd();
    else this.scroller.scrollTop = this.top;
  }

  /** Focus the open form, or else the composer. */
  focus() {
    if (this.form) this.form.start();
    else if (matchMedia("(pointer: fine)").matches) this.composer.focus();
  }

  /** Called before the conversation is taken off the screen. */
  hiding() {
    this.isShown = false;
    this.firstUnread = undefined;
  }

  scrolled() {
    if (!this.isShown || !this.node.isConnected) return;
    this.top = this.scroller.scrollTop;
    this.atEnd = this.scroller.scrollHeight - this.top - this.scroller.clientHeight < NEAR;
    if (this.atEnd) this.seen();
  }

  /** Keep in view what is in view, although something has changed its size. */
  stay() {
    if (this.nodes.has(this.inView)) this.showMessage(this.inView);
    else if (this.atEnd) this.toEnd();
  }

  toEnd() {
    if (!this.isShown) return;
    this.inView = null;
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.atEnd = true;
    this.seen();
  }

  seen() {
    this.jump.hidden = true;
    const last = this.room.messages.at(-1);
    if (last && this.isShown && !document.hidden) this.session.marks.read(this.channelId, last.id);
  }

  /** Bring the last buttons of a message into view, and as much above as there is room for. */
  showMessage(id) {
    const node = this.nodes.get(id);
    if (!node || !this.isShown) return;
    const box = node.getBoundingClientRect();
    const last = [...node.querySelectorAll(".row")].at(-1);
    const end = last ? last.getBoundingClientRect().bottom + MARGIN : box.bottom;
    const { top, bottom } = this.scroller.getBoundingClientRect();
    if (end > bottom) this.scroller.scrollTop += end - bottom;
    else if (box.top < top) this.scroller.scrollTop -= Math.min(top - box.top, bottom - end);
  }

  /** Return a function that scrolls so that the end of one message is where it is now.
   *
   * That is the message on which this person pressed something, if it is in view, and otherwise the
   * last one that ends in view. So messages can grow and shrink without moving what is read.
   */
  placeKeeper() {
    const { top, bottom } = this.scroller.getBoundingClientRect();
    const ends = [...this.nodes]
      .map(([id, node]) => ({ id, end: node.getBoundingClientRect().bottom }))
      .filter(({ end }) => top < end && end <= bottom + NEAR);
    const kept = ends.find(({ id }) => id === this.pressed) ?? ends.at(-1);
    return () => {
      const node = kept && this.nodes.get(kept.id);
      if (node) this.scroller.scrollTop += node.getBoundingClientRect().bottom - kept.end;
    };
  }

  showTyping(name) {
    fill(this.typing, dots(), h("strong", {}, name), " is typing…");
    clearTimeout(this.typingTimer);
    this.typingTimer = setTimeout(() => this.hideTyping(), 9000);
  }

  hideTyping() {
    this.typing.replaceChildren();
  }

  /** Show a line under the messages about a request of this person. */
  notice(words) {
    const line = h("div", { class: "note", role: "status" }, dots(), ` Sending ${words}`);
    this.notes.append(line);
    this.toEnd();
    return {
      done: () => line.remove(),
      failed: (why) => {
        const away = button("Dismiss", () => line.remove(), "like-link");
        line.classList.add("failed");
        fill(line, h("span", {}, words), h("strong", {}, why), away);
        if (this.atEnd) this.toEnd();
      },
    };
  }

  // --- actions ---

  async press(message, component, values, node) {
    if (this.busy.has(message.id)) return;
    this.busy.add(message.id);
    this.pressed = message.id;
    this.notes.querySelectorAll(".failed").forEach((line) => line.remove()); // they have been read
    showFailure(this.nodes.get(message.id), null);
    node?.classList.add("loading");
    node?.setAttribute("aria-busy", "true");
    const data = { component_type: component.type, custom_id: component.custom_id };
    if (values) Object.assign(data, { type: component.type, values });
    const outcome = await this.session.interact(KIND.component, this.channelId, data, { message });
    this.busy.delete(message.id);
    node?.classList.remove("loading");
    node?.removeAttribute("aria-busy");
    if (!outcome.ok) showFailure(this.nodes.get(message.id), outcome.why);
  }

  openForm(form) {
    this.form?.remove();
    const back = document.activeElement;
    this.form = drawForm(form, this.about, {
      send: (components, files) => this.sendForm(form, components, files),
      gone: () => {
        this.form?.remove();
        this.form = null;
        if (back?.isConnected) back.focus({ preventScroll: true });
      },
    });
    this.node.append(this.form);
    if (this.node.isConnected) this.form.start();
  }

  sendForm(form, components, files) {
    const data = { id: form.id, custom_id: form.custom_id, components };
    if (files.length) {
      data.attachments = files.map((file, id) => ({ id: String(id), filename: file.name }));
    }
    return this.session.interact(KIND.form, this.channelId, data, { files });
  }

  actions(message) {
    const show = () => this.app.showSource(message);
    const source = { label: "Show as JSON", glyph: "braces", act: show };
    if (message.flags & EPHEMERAL) return [source];
    const isMine = message.author.id === this.session.person.id;
    const label = isMine ? "Delete message" : "Delete message, as a moderator";
    const act = () =>
      isMine ? this.session.deleteMessage(message) : controls.deleteMessage(message.id);
    return [source, { label, glyph: "trash", danger: true, act }];
  }
}

function standTogether(before, message) {
  const near = new Date(message.timestamp) - new Date(before.timestamp) < TOGETHER;
  const answers = message.interaction_metadata?.type === 2 || message.type === 19;
  const sameKind = (before.flags & EPHEMERAL) === (message.flags & EPHEMERAL);
  return before.author.id === message.author.id && near && !answers && sameKind;
}

function divider(words, isNew) {
  return h(
    "div",
    { class: isNew ? "divider new" : "divider", role: "separator" },
    words && h("span", {}, words),
    isNew && h("span", { class: "new-tag" }, "New"),
  );
}

function peopleOptions(session) {
  return [...session.members.values()].map(({ user, nick }) => ({
    value: user.id,
    label: nick ?? nameOf(user),
  }));
}

function channelOptions(session, types) {
  return [...session.channels.values()]
    .filter((channel) => channel.guild_id && (!types?.length || types.includes(channel.type)))
    .map((channel) => ({ value: channel.id, label: `#${channel.name}` }));
}
