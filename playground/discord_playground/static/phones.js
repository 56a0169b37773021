/**
 * Everyone's phones: the push notification of each message that pings somebody who has not read
 * it yet. The playground reports them (`world/push_notifications.py`).
 */

import { controls } from "./api.js";
import { avatar, fill, h, icon, tool } from "./dom.js";

const MOST = 12; // notifications on the strip; older ones scroll away

export class Phones {
  constructor(app) {
    this.app = app;
    this.seen = new Map(app.sessions.map((session) => [session, 0])); // the last number shown
    this.pushes = [];
    this.list = h("ul", { class: "pushes" });
    const away = tool("close", "Put the notifications away", () => this.clear());
    this.node = h(
      "section",
      { class: "phones", "aria-label": "What their phones show", hidden: true },
      this.list,
      away,
    );
    for (const session of app.sessions) {
      session.addEventListener("called", () => this.look(session));
      session.addEventListener("channels", () => this.draw());
      session.ready.then(() => this.look(session)); // after this, read messages are known
    }
  }

  /** Fetch a person's notifications. */
  async look(session) {
    const answer = await controls.phone(session.person.token, this.seen.get(session));
    if (answer?.next < this.seen.get(session)) {
      this.seen.set(session, 0); // the playground was restarted and counts from one again
      return this.look(session);
    }
    const fresh = (answer?.pushes ?? []).filter((push) => push.n > this.seen.get(session));
    if (!fresh.length) return undefined;
    this.seen.set(session, fresh.at(-1).n);
    this.pushes.push(...fresh.map((push) => ({ ...push, session })));
    this.pushes = this.pushes.filter(isUnread).sort((one, other) => other.n - one.n);
    return this.draw();
  }

  clear() {
    this.pushes = [];
    this.draw();
    this.app.focus();
  }

  draw() {
    const shown = this.pushes.filter(isUnread).slice(0, MOST);
    const drawn = shown.map(({ n }) => n).join();
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.node.hidden = !shown.length;
    fill(this.list, shown.map((push) => h("li", {}, this.card(push))));
  }

  card({ session, author, where, text, channel_id: channel }) {
    const { person } = session;
    const from = where ? `${author} in ${where}` : author;
    const go = () => this.app.open(session, channel);
    const words = text || "No text: a phone doesn't show what is only in components.";
    return h(
      "button",
      { type: "button", class: "push", title: words, onclick: go },
      avatar(person.name, person.colour),
      h(
        "span",
        { class: "words" },
        h("span", { class: "from" }, icon("phone"), h("b", {}, `${person.name}'s phone`), ` ${from}: `),
        h("span", { class: text ? "says" : "says none" }, words),
      ),
    );
  }
}

function isUnread({ session, channel_id: channel, message_id: message }) {
  return session.marks.has(channel, message);
}
