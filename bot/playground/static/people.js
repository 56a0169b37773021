/** The rail of people, with the unread messages of each. */

import { avatar, h, icon, tool } from "./dom.js";
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
    this.behind = tool("wrench", "Backstage (Alt+B)", () => app.backstage.toggle());
    this.node = h(
      "nav",
      { class: "rail", "aria-label": "People" },
      this.list,
      h("div", { class: "rail-tools" }, this.waiting, this.behind),
    );
    for (const session of app.sessions) {
      session.addEventListener("channels", () => this.draw(session));
      this.draw(session);
    }
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
    const beside = h(
      "button",
      {
        type: "button",
        class: "beside",
        title: `Put ${person.name}'s screen beside (Shift+click)`,
        "aria-label": `Put ${person.name}'s screen beside`,
        onclick: () => app.putBeside(session),
      },
      icon("beside"),
    );
    const node = h("div", { class: "seat" }, button, beside);
    return { node, button, beside, where, count, said };
  }

  /** Show one person's unread messages. */
  draw(session) {
    const { button, beside, where, count, said } = this.entries.get(session);
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
    beside.hidden = isShown;
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
  }
}

function directFirst(one, other) {
  return (other === DIRECT) - (one === DIRECT);
}
