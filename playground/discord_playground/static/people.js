/** The rail of people, with the unread messages of each. */

import { avatar, h, tool } from "./dom.js";
import { spoken } from "./pane.js";

const DIRECT = "DM";

export class People {
  constructor(app) {
    this.app = app;
    this.list = h("div", { class: "people", role: "toolbar", "aria-label": "Who am I" });
    this.entries = new Map(app.sessions.map((session) => [session, this.entry(session)]));
    for (const { node } of this.entries.values()) this.list.append(node);
    const next = "Go to the next person who is asked (Alt+N)";
    this.waiting = tool("bell", next, () => app.nextWaiting());
    const ahead = { "An hour later": 1, "A day later": 24 };
    this.later = Object.entries(ahead).map(([words, hours]) => later(words, () => app.later(hours)));
    this.beside = tool("beside", "Two screens side by side", () => app.sideBySide(), "wide-only");
    this.behind = tool("wrench", "Backstage (Alt+B)", () => app.backstage.toggle());
    this.node = h(
      "nav",
      { class: "rail", "aria-label": "People" },
      this.list,
      h("div", { class: "rail-tools" }, this.waiting, this.later, this.beside, this.behind),
    );
    for (const session of app.sessions) {
      session.addEventListener("channels", () => this.draw(session));
      this.draw(session);
    }
    this.drawTools();
  }

  entry(session) {
    const { app } = this;
    const { person } = session;
    const number = app.sessions.indexOf(session) + 1;
    const keys = number <= 10 ? `Alt+${number % 10}` : null;
    const where = h("span", { class: "where", "aria-hidden": "true" });
    const count = h("span", { class: "badge", "aria-hidden": "true" });
    const said = h("span", { class: "unseen" }); // the unread count in words
    const button = h(
      "button",
      {
        type: "button",
        class: "person",
        dataset: { person: person.token },
        vars: { "--person": person.colour },
        title: [`Be ${person.name}`, keys && `(${keys})`].filter(Boolean).join(" "),
        "aria-keyshortcuts": keys,
        onclick: (event) => (event.shiftKey ? app.putBeside(session) : app.be(session)),
      },
      h("span", { class: "face" }, avatar(person.name, person.colour), count),
      h("span", { class: "name" }, person.name),
      said,
      where,
    );
    const node = h("div", { class: "seat" }, button);
    return { node, button, where, count, said };
  }

  /** Show one person's unread messages. */
  draw(session) {
    const { button, where, count, said } = this.entries.get(session);
    const waits = [...session.channels.keys()].map((id) => ({ id, ...session.marks.sum(id) }));
    const unread = waits.reduce((sum, one) => sum + one.unread, 0);
    const pings = waits.reduce((sum, one) => sum + one.pings, 0);
    const calling = waits.filter((one) => one.pings);
    count.textContent = pings || "";
    count.hidden = !pings;
    const places = calling.map(({ id }) => this.placeOf(session, id)).sort(directFirst);
    where.textContent = places.join("\n");
    button.dataset.unread = String(unread);
    button.dataset.pings = String(pings);
    button.classList.toggle("unread", unread > 0);
    said.textContent = [spoken(unread, pings), ...places.map((one) => `, in ${one}`)].join("");
    const isShown = this.app.panes.some((pane) => pane.session === session);
    const isActive = this.app.active === session;
    button.classList.toggle("shown", isShown);
    button.setAttribute("aria-pressed", String(isActive));
    this.waiting.classList.toggle("calls", this.app.whoIsWaiting().length > 0);
  }

  placeOf(session, id) {
    return session.isDirect(id) ? DIRECT : session.placeName(id);
  }

  /** Scroll the rail to a person. */
  reveal(session) {
    this.entries.get(session).button.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  drawAll() {
    for (const session of this.entries.keys()) this.draw(session);
    this.beside.setAttribute("aria-pressed", String(this.app.isSideBySide));
  }

  /** Offer to set the clock forward if the bot goes by it. */
  drawTools() {
    for (const node of this.later) node.hidden = !this.app.world.bot.followsClock;
  }
}

/** Make a button that sets the clock forward. */
function later(words, act) {
  return h("button", { type: "button", class: "tool later", onclick: act }, words);
}

function directFirst(one, other) {
  return (other === DIRECT) - (one === DIRECT);
}
