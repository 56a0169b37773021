/**
 * What one person has not read yet, channel by channel. It survives a reload of the page, and what
 * was read on one page of theirs is read on the others.
 */

import { byAge } from "./dom.js";

const KEY = "downeast.read";

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

  /** Take over what was read on another page of this person's. */
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

  /** Count anew, from the messages of a channel that was just loaded. */
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

  /** Everything up to this message has been seen. */
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

  /** Whether a message has not been seen yet. */
  has(channelId, messageId) {
    return this.of(channelId).has(messageId);
  }

  firstUnread(channelId) {
    return [...this.of(channelId).keys()].sort(byAge)[0];
  }

  /** `{unread, pings}` of one channel. */
  sum(channelId) {
    const calls = [...this.of(channelId).values()];
    return { unread: calls.length, pings: calls.filter((call) => call === "ping").length };
  }
}
