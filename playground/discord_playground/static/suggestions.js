/** The list above the composer: commands, options, choices. The input keeps the focus. */

import { freshId, h } from "./dom.js";

export class Suggestions {
  constructor() {
    this.items = [];
    this.at = 0;
    this.title = h("div", { class: "suggest-title" });
    this.list = h("div", { role: "listbox", id: freshId("suggest"), class: "suggest-list" });
    this.node = h("div", { class: "suggest", hidden: true }, this.title, this.list);
    // Keep the focus in the input when the list is pressed.
    this.node.addEventListener("pointerdown", (event) => event.preventDefault());
  }

  get isOpen() {
    return !this.node.hidden;
  }

  /** Show items `{name, description, data}`; `pick(item)` receives the chosen one. */
  show({ title, label, items, pick, input, empty }) {
    this.items = items;
    this.pick = pick;
    this.input = input;
    this.at = 0;
    this.title.textContent = title ?? "";
    this.title.hidden = !title;
    this.rows = items.map((item, number) => this.row(item, number));
    this.list.replaceChildren(...this.rows);
    if (!items.length && empty) this.list.append(h("p", { class: "nothing" }, empty));
    this.list.setAttribute("aria-label", title ?? label);
    this.node.classList.toggle("plain", !title);
    this.node.hidden = !items.length && !empty;
    input.setAttribute("aria-controls", this.list.id);
    input.setAttribute("aria-expanded", String(this.isOpen));
    this.mark();
  }

  row(item, number) {
    return h(
      "div",
      {
        role: "option",
        id: freshId("suggestion"),
        class: "suggestion",
        onclick: () => this.pick(this.items[number]),
        onpointermove: () => this.go(number),
        dataset: { name: item.name },
      },
      h("span", { class: "label" }, item.name),
      item.hint && h("span", { class: "hints" }, item.hint),
      item.description && h("span", { class: "description" }, item.description),
    );
  }

  hide() {
    this.node.hidden = true;
    this.items = [];
    this.input?.setAttribute("aria-expanded", "false");
    this.input?.removeAttribute("aria-activedescendant");
  }

  go(number) {
    if (number === this.at) return;
    this.at = (number + this.items.length) % this.items.length;
    this.mark();
  }

  mark() {
    this.rows.forEach((row, number) => {
      row.classList.toggle("at", number === this.at);
      row.setAttribute("aria-selected", String(number === this.at));
    });
    const row = this.rows[this.at];
    this.input.setAttribute("aria-activedescendant", row?.id ?? "");
    row?.scrollIntoView({ block: "nearest" });
  }

  /** Handle a key for the list: arrows, Enter, Tab or Escape. */
  takesKey(event) {
    if (!this.isOpen) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const takes = event.key === "Enter" || (event.key === "Tab" && !event.shiftKey);
    if (event.key === "Escape") this.hide();
    else if (!this.items.length) return false;
    else if (step) this.go(this.at + step);
    else if (takes) this.pick(this.items[this.at]);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
}
