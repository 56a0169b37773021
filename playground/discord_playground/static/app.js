/**
 * The playground's page, where one person can play all seats of a table.
 *
 * The page opens a gateway session for each person, so that everyone has their own unread marks,
 * and shows one person's screen or several side by side. The URL names the people and channels
 * (`#ann/games+cat/dm`), so a reload or a bookmark restores the view.
 */

import { controls } from "./api.js";
import { Backstage } from "./backstage.js";
import { Conversation } from "./conversation.js";
import { button, h } from "./dom.js";
import { closeList } from "./menu.js";
import { Pane } from "./pane.js";
import { People } from "./people.js";
import { Phones } from "./phones.js";
import { Session } from "./session.js";
import { setClockOffset } from "./time.js";
import { Welcome } from "./welcome.js";

const HOUR = 3600; // seconds
const LOOK_AGAIN = 3000; // ms between two polls of the playground's state

class App {
  constructor(state) {
    this.world = worldOf(state);
    this.conversations = new Map();
    this.panes = [];
    this.sessions = state.people.map((one) => new Session(personOf(one), this.world));
    this.active = this.sessions[0];
    this.people = new People(this);
    this.desk = h("div", { class: "desk" });
    this.backstage = new Backstage(this);
    this.phones = new Phones(this);
    this.welcome = new Welcome(this);
    this.news = h("div", { class: "unseen", role: "status" });
    const parts = [this.phones.node, this.welcome.node, this.desk];
    const middle = h("main", { class: "middle" }, parts);
    document.body.replaceChildren(this.people.node, middle, this.backstage.node, this.news);
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("visibilitychange", () => {
      this.panes.forEach((pane) => pane.conversation?.seen());
    });
    setInterval(() => this.look(), LOOK_AGAIN);
  }

  async start() {
    await Promise.all(this.sessions.map((session) => session.ready));
    for (const session of this.sessions) {
      session.addEventListener("channels", () => this.keepPlace(session));
      this.keepPlace(session);
    }
    await this.follow(location.hash);
    addEventListener("hashchange", () => this.hash !== location.hash && this.follow(location.hash));
    document.documentElement.dataset.ready = "true";
  }

  // --- visible screens ---

  /** Show this person's screen in place of the active one. */
  be(session) {
    const shown = this.panes.find((pane) => pane.session === session);
    if (!shown) {
      const at = Math.max(0, this.panes.findIndex((pane) => pane.session === this.active));
      this.swap(at, session);
    }
    this.activate(session);
    this.focus();
  }

  swap(at, session) {
    closeList();
    this.panes[at]?.close();
    const pane = new Pane(session, this);
    this.panes[at] = pane;
    this.desk.insertBefore(pane.node, this.desk.children[at] ?? null);
    pane.show();
  }

  putBeside(session) {
    if (!this.panes.some((pane) => pane.session === session)) this.swap(this.panes.length, session);
    this.panes.forEach((pane) => pane.drawHead());
    this.activate(session);
    this.focus();
  }

  get isSideBySide() {
    return this.panes.length > 1;
  }

  /** Show a second person's screen beside the active one, or put all other screens away. */
  sideBySide() {
    const { active, sessions } = this;
    if (this.isSideBySide) {
      const others = this.panes.map(({ session }) => session).filter((one) => one !== active);
      others.forEach((one) => this.putAway(one));
      return;
    }
    this.putBeside(sessions[(sessions.indexOf(active) + 1) % sessions.length]);
    this.be(active);
  }

  /** Set the clock forward, and show the new time at once. */
  async later(hours) {
    await controls.clock(hours * HOUR);
    await this.look();
    this.news.textContent = hours > 1 ? "It's a day later." : "It's an hour later.";
  }

  putAway(session) {
    if (this.panes.length < 2) return;
    const at = this.panes.findIndex((pane) => pane.session === session);
    this.panes.splice(at, 1)[0].close();
    this.panes.forEach((pane) => pane.drawHead());
    if (this.active === session) this.active = this.panes[Math.max(0, at - 1)].session;
    this.activate(this.active, true);
  }

  activate(session, anew = false) {
    if (this.active === session && !anew && this.panes.some((pane) => pane.isActive)) return;
    if (this.active !== session) this.news.textContent = `You are ${session.name}.`;
    this.active = session;
    for (const pane of this.panes) {
      pane.isActive = pane.session === session;
      pane.node.classList.toggle("active", pane.isActive && this.panes.length > 1);
    }
    this.people.drawAll();
    this.welcome.draw();
    this.people.reveal(session);
    this.backstage.draw();
    this.write();
  }

  focus() {
    this.panes.find((pane) => pane.session === this.active)?.conversation?.focus();
  }

  // --- channels ---

  conversation(session, channelId) {
    if (!session.channels.has(channelId)) return null;
    const key = `${session.person.id}/${channelId}`;
    if (!this.conversations.has(key)) {
      this.conversations.set(key, new Conversation(session, channelId, this));
    }
    return this.conversations.get(key);
  }

  open(session, channelId) {
    session.current = channelId;
    const pane = this.panes.find((one) => one.session === session);
    if (pane) {
      pane.show();
      this.activate(session, true);
      this.focus();
    } else this.be(session);
  }

  async openDirect(session) {
    const id = await session.openDirect();
    if (id) this.open(session, id);
  }

  /** Move a person whose channel is gone to a channel that exists. */
  keepPlace(session) {
    if (session.channels.has(session.current)) return;
    session.current = [...session.channels.values()].find((channel) => channel.type === 0)?.id;
    this.panes.find((pane) => pane.session === session)?.show();
    if (this.panes.length) this.write();
  }

  /** Return the people with unread pings, in the order of the rail. */
  whoIsWaiting() {
    const where = (session) =>
      [...session.channels.keys()].find((id) => session.marks.sum(id).pings > 0);
    return this.sessions.map((session) => [session, where(session)]).filter(([, id]) => id);
  }

  nextWaiting() {
    const waiting = this.whoIsWaiting();
    const after = this.sessions.indexOf(this.active);
    const next = waiting.find(([session]) => this.sessions.indexOf(session) > after) ?? waiting[0];
    if (!next) {
      this.news.textContent = "Nobody is waiting.";
      return;
    }
    next[0].current = next[1];
    this.be(next[0]);
    this.open(...next);
  }

  // --- the URL ---

  write() {
    const places = this.panes.map(({ session }) => {
      const name = session.channelName(session.current) ?? "";
      return `${session.person.token}/${session.isDirect(session.current) ? "dm" : name}`;
    });
    this.hash = `#${places.map(encodeURI).join("+")}`;
    if (location.hash !== this.hash) history.replaceState(null, "", this.hash);
    const here = this.active.placeName(this.active.current);
    document.title = `${this.active.name} · ${here} · the playground`;
  }

  async follow(hash) {
    const places = decodeURI(hash.slice(1)).split("+");
    const wanted = places.map((place) => place.split("/")).map(([who, where]) => ({
      session: this.sessions.find(({ person }) => person.token === who?.toLowerCase()),
      where,
    }));
    const known = wanted.filter(({ session }) => session);
    if (!known.length) known.push({ session: this.sessions[0] });
    while (this.panes.length) this.panes.pop().close();
    for (const { session, where } of known) {
      const named = where && [...session.channels.values()].find((one) => one.name === where);
      if (where === "dm") session.current = (await session.openDirect()) ?? session.current;
      else if (named) session.current = named.id;
      this.putBeside(session);
    }
    this.activate(known[0].session, true);
    this.focus();
  }

  // --- keys ---

  key(event) {
    const digit = /^Digit(\d)$/.exec(event.code)?.[1];
    if (event.altKey && !event.ctrlKey && !event.metaKey) {
      const session = digit && this.sessions[(Number(digit) + 9) % 10];
      const act = session
        ? () => (event.shiftKey ? this.putBeside(session) : this.be(session))
        : { KeyN: () => this.nextWaiting(), KeyB: () => this.backstage.toggle() }[event.code] ??
          { ArrowUp: () => this.step(-1), ArrowDown: () => this.step(1) }[event.code];
      if (!act) return;
      event.preventDefault();
      act();
    } else if (event.key === "Escape" && this.backstage.isOpen) this.backstage.toggle();
    else if (isWriting(event)) this.focus();
  }

  /** Go to the next or previous channel. */
  step(by) {
    const session = this.active;
    const pane = this.panes.find((one) => one.session === session);
    const entries = [...pane.nav.querySelectorAll(".channel")];
    const at = entries.findIndex((entry) => entry.dataset.channel === session.current);
    entries[(at + by + entries.length) % entries.length].click();
  }

  // --- events and polling ---

  async look() {
    const state = await controls.state();
    if (!state?.people) return;
    if (state.bot.id !== this.world.bot.id) location.reload(); // it is another world
    setClockOffset(state.clock_offset);
    for (const session of this.sessions) session.gateway.address = addressOf(state);
    const before = JSON.stringify([this.world.bot, this.world.people]);
    this.world.bot.connected = state.bot.connected;
    this.world.bot.followsClock = state.clock_followed;
    this.world.people = state.people;
    if (JSON.stringify([this.world.bot, this.world.people]) === before) return;
    this.panes.forEach((pane) => pane.drawBar());
    this.people.drawTools();
    this.backstage.draw();
  }

  showSource(message) {
    const source = h("pre", { tabindex: 0 }, h("code", {}, JSON.stringify(message, null, 2)));
    const close = button("Close", () => dialog.close(), "main");
    const look = { class: "source", "aria-label": "The message as JSON" };
    const dialog = h("dialog", look, source, close);
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }
}

/** Move the focus to the composer if a letter is typed outside any field. */
function isWriting(event) {
  const plain = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey;
  const taken = event.target.closest("input, textarea, dialog, [role=listbox], [role=dialog]");
  return plain && !event.altKey && !taken;
}

/** Return the gateway's URL; the page may have been opened under another host name. */
function addressOf(state) {
  const gateway = new URL(state.gateway);
  gateway.hostname = location.hostname;
  gateway.search = "?v=10&encoding=json";
  return gateway.href;
}

function worldOf(state) {
  return {
    gateway: addressOf(state),
    bot: {
      id: state.bot.id,
      name: state.bot.name,
      connected: state.bot.connected,
      followsClock: state.clock_followed,
    },
    people: state.people,
    colours: new Map(state.people.map((one) => [one.id, personOf(one).colour])),
  };
}

function personOf({ id, name, token, colour }) {
  const hex = typeof colour === "number" ? `#${colour.toString(16).padStart(6, "0")}` : colour;
  return { id, name, token, colour: hex };
}

const state = await controls.state();
if (state?.people) {
  setClockOffset(state.clock_offset);
  await new App(state).start();
} else {
  document.querySelector(".opening p").textContent = "The playground does not answer.";
}
