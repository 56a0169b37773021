/**
 * One person's client state: channels, messages, unread marks and pending interactions.
 *
 * A session listens to its own gateway connection. Views subscribe to "channels" (the list or its
 * marks changed), "room" (a message was created, edited or deleted), "called" (their phone may have
 * rung), "typing", "form" (a modal opened) and "line" (the connection broke or came back).
 */

import { Api, complaint } from "./api.js";
import { byAge } from "./dom.js";
import { Gateway } from "./gateway.js";
import { Marks } from "./marks.js";

const SECONDS_TO_ANSWER = 6; // the playground gives up after 3; the connection may fail
const PAGE = 50;
const TYPE = { text: 0, dm: 1 };
const EPHEMERAL = 64;

/** One channel's messages as one person sees them, oldest first. */
class Room {
  messages = [];
  loaded = false;
  hasEarlier = false;
  typing = 0;

  put(message) {
    const at = this.messages.findIndex((one) => byAge(one.id, message.id) >= 0);
    if (at === -1) this.messages.push(message);
    else if (this.messages[at].id === message.id) this.messages[at] = message;
    else this.messages.splice(at, 0, message);
  }

  find(id) {
    return this.messages.find((message) => message.id === id);
  }
}

export class Session extends EventTarget {
  constructor(person, world) {
    super();
    this.person = person;
    this.world = world;
    this.api = new Api(person.token);
    this.channels = new Map();
    this.members = new Map();
    this.rooms = new Map();
    this.waiting = new Map(); // nonce -> the callback that waits for the interaction's outcome
    this.marks = new Marks(person.id, () => this.emit("channels"));
    this.up = false;
    this.ready = new Promise((resolve) => (this.nowReady = resolve));
    this.gateway = new Gateway(world.gateway, person.token, {
      hear: (kind, data) => HEARD[kind]?.(this, data),
      turned: (up) => {
        this.up = up;
        this.emit("line");
      },
    });
  }

  emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  // --- people and channels ---

  get name() {
    return this.person.name;
  }

  userName(id) {
    const member = this.members.get(id);
    const user = member?.user;
    return member?.nick ?? user?.global_name ?? user?.username;
  }

  colourOf(user) {
    if (user.id === this.world.bot.id || user.bot) return "bot";
    return this.world.colours.get(user.id);
  }

  channelName(id) {
    const channel = this.channels.get(id);
    if (!channel) return undefined;
    const others = channel.recipients?.map((one) => one.global_name ?? one.username);
    return channel.name ?? others?.join(", ");
  }

  isDirect(id) {
    return this.channels.get(id)?.type === TYPE.dm;
  }

  /** Return a channel's display name: "#games", or the bot's name for a DM. */
  placeName(id) {
    const name = this.channelName(id) ?? "unknown";
    return this.isDirect(id) ? name : `#${name}`;
  }

  directChannel() {
    return [...this.channels.values()].find((channel) => channel.type === TYPE.dm);
  }

  /** Return this person's DM with the bot, and open it if there is none. */
  async openDirect() {
    const known = this.directChannel();
    if (known) return known.id;
    const answer = await this.api.call("POST", "/users/@me/channels", {
      recipient_id: this.world.bot.id,
    });
    if (!answer.ok) return undefined;
    this.takeChannel(answer.data);
    return answer.data.id;
  }

  takeGuild(guild) {
    this.guild = guild;
    for (const member of guild.members ?? []) this.members.set(member.user.id, member);
    for (const channel of [...(guild.channels ?? []), ...(guild.threads ?? [])]) {
      this.channels.set(channel.id, { ...channel, guild_id: guild.id });
    }
  }

  takeChannel(channel) {
    const known = this.channels.get(channel.id);
    this.channels.set(channel.id, { ...known, ...channel });
    this.emit("channels");
  }

  dropChannel(id) {
    this.channels.delete(id);
    this.rooms.delete(id);
    this.marks.forget(id);
    this.emit("channels");
  }

  // --- messages ---

  room(id) {
    if (!this.rooms.has(id)) this.rooms.set(id, new Room());
    return this.rooms.get(id);
  }

  /** Fetch the newest messages. */
  async load(channelId) {
    const room = this.room(channelId);
    const answer = await this.fetchMessages(channelId, `limit=${PAGE}`);
    if (!answer.ok) return;
    // Ephemeral messages exist only here: they survive a reconnect but not a reload.
    room.messages = room.messages.filter(({ flags }) => flags & EPHEMERAL);
    answer.data.forEach((message) => room.put(message));
    room.loaded = true;
    room.hasEarlier = answer.data.length === PAGE;
    this.marks.recount(channelId, room.messages, (message) => this.callsFor(message));
    this.emit("room", { channelId, what: "all" });
  }

  async loadEarlier(channelId) {
    const room = this.room(channelId);
    const answer = await this.fetchMessages(
      channelId,
      `limit=${PAGE}&before=${room.messages[0]?.id ?? ""}`,
    );
    if (!answer.ok) return;
    answer.data.forEach((message) => room.put(message));
    room.hasEarlier = answer.data.length === PAGE;
    this.emit("room", { channelId, what: "all" });
  }

  fetchMessages(channelId, query) {
    return this.api.call("GET", `/channels/${channelId}/messages?${query}`);
  }

  /** Return how new a message is for this person: "no", "new" or "ping". */
  callsFor(message) {
    if (message.author.id === this.person.id) return "no";
    const named = message.mentions?.some((user) => user.id === this.person.id);
    const ping = this.isDirect(message.channel_id) || named || message.mention_everyone;
    return ping ? "ping" : "new";
  }

  say(channelId, content) {
    return this.api.call("POST", `/channels/${channelId}/messages`, { content, nonce: newNonce() });
  }

  deleteMessage(message) {
    return this.api.call("DELETE", `/channels/${message.channel_id}/messages/${message.id}`);
  }

  /** Hide an ephemeral message. No event is sent for this, so it is removed here at once. */
  dismiss(message) {
    HEARD.MESSAGE_DELETE(this, message);
    return this.deleteMessage(message);
  }

  // --- interactions ---

  async commands(channelId) {
    const answer = await this.api.call("GET", `/channels/${channelId}/application-command-index`);
    return answer.ok ? answer.data.application_commands : [];
  }

  /**
   * Send an interaction and wait for its outcome: `{ok}`, with `form` or `choices` if the bot
   * answered with one, or with `why` if it failed.
   */
  interact(type, channelId, data, { message, files } = {}) {
    const nonce = newNonce();
    const body = {
      type,
      application_id: this.world.bot.id,
      guild_id: this.channels.get(channelId)?.guild_id,
      channel_id: channelId,
      session_id: this.sessionId,
      nonce,
      data,
      ...(message && { message_id: message.id, message_flags: message.flags ?? 0 }),
    };
    return new Promise((resolve) => {
      const late = () => this.settle(nonce, { ok: false, why: "There was no answer in time." });
      const timer = setTimeout(late, SECONDS_TO_ANSWER * 1000);
      this.waiting.set(nonce, { resolve, timer });
      this.api.call("POST", "/interactions", body, files).then((answer) => {
        if (!answer.ok) this.settle(nonce, { ok: false, why: complaint(answer) });
      });
    });
  }

  settle(nonce, outcome) {
    const waiting = this.waiting.get(String(nonce));
    if (!waiting) return;
    clearTimeout(waiting.timer);
    this.waiting.delete(String(nonce));
    waiting.resolve(outcome);
  }
}

let lastNonce = 0;

/** Return a unique number of at most 25 digits. */
function newNonce() {
  lastNonce = Math.max(Date.now() * 1000, lastNonce + 1);
  return `${lastNonce}${String(Math.floor(Math.random() * 1000)).padStart(3, "0")}`;
}

/** The handlers of gateway events. */
const HEARD = {
  async READY(me, data) {
    me.sessionId = data.session_id;
    me.channels.clear();
    for (const guild of data.guilds) me.takeGuild(guild);
    for (const channel of data.private_channels ?? []) me.channels.set(channel.id, channel);
    me.emit("channels");
    await Promise.all([...me.channels.keys()].map((id) => me.load(id)));
    me.nowReady();
  },
  GUILD_CREATE(me, guild) {
    me.takeGuild(guild);
    me.emit("channels");
  },
  GUILD_MEMBER_ADD: (me, member) => me.members.set(member.user.id, member),
  GUILD_MEMBER_UPDATE: (me, member) => me.members.set(member.user.id, member),
  CHANNEL_CREATE: (me, channel) => me.takeChannel(channel),
  CHANNEL_UPDATE: (me, channel) => me.takeChannel(channel),
  CHANNEL_DELETE: (me, channel) => me.dropChannel(channel.id),
  THREAD_CREATE: (me, channel) => me.takeChannel(channel),
  THREAD_UPDATE: (me, channel) => me.takeChannel(channel),
  THREAD_DELETE: (me, channel) => me.dropChannel(channel.id),

  MESSAGE_CREATE(me, message) {
    const channelId = message.channel_id;
    if (!me.channels.has(channelId) && !message.guild_id) {
      me.takeChannel({ id: channelId, type: TYPE.dm, recipients: [message.author] });
    }
    const room = me.room(channelId);
    room.put(message);
    room.typing = 0;
    const call = me.callsFor(message);
    me.marks.count(channelId, message.id, call);
    if (call === "ping") me.emit("called");
    me.emit("room", { channelId, what: "came", message });
    if (message.nonce) me.settle(message.nonce, { ok: true });
  },
  MESSAGE_UPDATE(me, change) {
    const room = me.room(change.channel_id);
    const known = room.find(change.id);
    if (!known) return;
    const message = { ...known, ...change };
    room.put(message);
    me.emit("room", { channelId: change.channel_id, what: "changed", message });
  },
  MESSAGE_DELETE(me, { id, channel_id: channelId }) {
    const room = me.room(channelId);
    room.messages = room.messages.filter((message) => message.id !== id);
    me.marks.uncount(channelId, id);
    me.emit("room", { channelId, what: "went", message: { id } });
  },
  MESSAGE_DELETE_BULK(me, { ids, channel_id: channelId }) {
    for (const id of ids) HEARD.MESSAGE_DELETE(me, { id, channel_id: channelId });
  },
  TYPING_START(me, { channel_id: channelId, user_id: userId }) {
    if (userId === me.person.id) return;
    me.room(channelId).typing = Date.now();
    me.emit("typing", { channelId, name: me.userName(userId) ?? me.world.bot.name });
  },

  INTERACTION_SUCCESS: (me, { nonce }) => me.settle(nonce, { ok: true }),
  INTERACTION_FAILURE: (me, { nonce }) =>
    me.settle(nonce, { ok: false, why: "The application did not respond." }),
  INTERACTION_MODAL_CREATE(me, form) {
    me.settle(form.nonce, { ok: true, form });
    me.emit("form", { channelId: form.channel_id, form });
  },
  APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE: (me, { nonce, choices }) =>
    me.settle(nonce, { ok: true, choices }),
};
