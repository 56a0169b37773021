/**
 * One person's unread messages per channel. They survive a reload, and reading on one page marks
 * the messages as read on this person's other pages.
 */

import { byAge } from "./dom.js";

const KEY = "playground.read";

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

export class Marks {
  constructor(personId, changed) {
    this.personId = personId;
    this.changed = changed;
    this.unread = new Map(); // channel -> Map(message -> "new" | "ping")
    this.lastRead = remembered()[personId] ?? {};
    addEventListener("storage", ({ key }) => key === KEY && this.follow());
  }

  keep() {
    this.follow();
    const all = remembered();
    all[this.personId] = this.lastRead;
    localStorage.setItem(KEY, JSON.stringify(all));
  }

  /** Apply what this person has read on another page. */
  follow() {
    const read = remembered()[this.personId] ?? {};
    for (const [channelId, last] of Object.entries(read)) {
      const known = this.lastRead[channelId];
      if (known && byAge(last, known) <= 0) continue;
      this.lastRead[channelId] = last;
      const marks = this.of(channelId);
      [...marks.keys()].filter((id) => byAge(id, last) <= 0).forEach((id) => marks.delete(id));
      this.changed();
    }
  }

  of(channelId) {
    if (!this.unread.has(channelId)) this.unread.set(channelId, new Map());
    return this.unread.get(channelId);
  }

  count(channelId, messageId, call) {
    if (call === "no") return;
    this.of(channelId).set(messageId, call);
    this.changed();
  }

  uncount(channelId, messageId) {
    if (this.of(channelId).delete(messageId)) this.changed();
  }

  /** Count again from the messages of a channel that was just loaded. */
  recount(channelId, messages, callOf) {
    const read = this.lastRead[channelId];
    const marks = new Map();
    for (const message of messages) {
      const call = callOf(message);
      if (call !== "no" && !(read && byAge(message.id, read) <= 0)) marks.set(message.id, call);
    }
    this.unread.set(channelId, marks);
    this.changed();
  }

  /** Mark everything up to this message as read. */
  read(channelId, messageId) {
    const known = this.lastRead[channelId];
    if (known && byAge(messageId, known) <= 0 && !this.of(channelId).size) return;
    this.lastRead[channelId] = messageId;
    this.unread.set(channelId, new Map());
    this.keep();
    this.changed();
  }

  forget(channelId) {
    this.unread.delete(channelId);
  }

  /** Return whether a message is unread. */
  has(channelId, messageId) {
    return this.of(channelId).has(messageId);
  }

  firstUnread(channelId) {
    return [...this.of(channelId).keys()].sort(byAge)[0];
  }

  /** Return `{unread, pings}` of one channel. */
  sum(channelId) {
    const calls = [...this.of(channelId).values()];
    return { unread: calls.length, pings: calls.filter((call) => call === "ping").length };
  }
}
