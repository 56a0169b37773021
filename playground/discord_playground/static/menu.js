/**
 * The list that opens under a select menu.
 *
 * The list floats above the page, so that the message below it may be redrawn. `anchor()` returns
 * the menu's current element; if the menu is gone, the list closes. A single choice is sent at
 * once; several choices are ticked and sent together, as in Discord's client.
 */

import { button, freshId, h, icon } from "./dom.js";
import { emojiPicture } from "./markdown.js";

let open = null;

/**
 * Draw a closed select menu (component types 3 and 5 to 8).
 *
 * `choose(values)` receives the choice. With `form` the menu is a form field: it keeps and shows
 * the choice, and the number of ticks is only checked when the form is sent.
 */
export function selectMenu(component, about, { choose, label, form = false, where }) {
  const options = optionsOf(component, about);
  let chosen = new Set(initially(component, options));
  const shown = h("span", { class: "chosen" });
  const node = h(
    "button",
    {
      type: "button",
      class: "select",
      role: "combobox",
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "aria-label": label ?? component.placeholder ?? "Menu",
      disabled: component.disabled,
      dataset: { customId: component.custom_id },
    },
    shown,
    icon("down"),
  );
  const show = () => {
    const labels = options.filter((one) => chosen.has(one.value)).map((one) => one.label);
    shown.textContent = labels.join(", ") || component.placeholder || "Make a selection";
    shown.classList.toggle("empty", labels.length === 0);
  };
  const limits = { least: component.min_values ?? 1, most: component.max_values ?? 1, form };
  const start = () => {
    const onPick = (values) => {
      chosen = new Set(values);
      show();
      choose(values);
    };
    openList({ anchor: where ?? (() => node), options, chosen, limits, onPick, component });
  };
  node.addEventListener("click", () => (open?.opener === node ? closeList() : start()));
  node.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    start();
  });
  show();
  node.values = () => [...chosen];
  return node;
}

function initially(component, options) {
  const given = (component.default_values ?? []).map((one) => one.id);
  return [...options.filter((one) => one.default).map((one) => one.value), ...given];
}

const KIND = { string: 3, user: 5, role: 6, mentionable: 7, channel: 8 };

function optionsOf(component, about) {
  if (component.type === KIND.string) return component.options ?? [];
  if (component.type === KIND.role) return about.roles();
  if (component.type === KIND.channel) return about.channels(component.channel_types);
  return component.type === KIND.user ? about.people() : [...about.people(), ...about.roles()];
}

// --- the open list -------------------------------------------------------------------------------

/** Close the open list; if enough choices are ticked in a message's menu, send them. */
export function closeList(send = true) {
  const list = open;
  if (!list) return;
  open = null;
  cancelAnimationFrame(list.frame);
  removeEventListener("pointerdown", list.outside, true);
  list.node.remove();
  list.anchor()?.setAttribute("aria-expanded", "false");
  const isWanted = send && list.limits.most > 1 && list.changed() && list.enough();
  if (isWanted) list.onPick([...list.ticked]);
}

function openList({ anchor, options, chosen, limits, onPick, component }) {
  closeList();
  const list = { anchor, limits, onPick, opener: anchor(), ticked: new Set(chosen), at: 0 };
  list.changed = () => String([...list.ticked].sort()) !== String([...chosen].sort());
  list.enough = () =>
    limits.form || (list.ticked.size >= limits.least && list.ticked.size <= limits.most);
  list.outside = (event) => {
    if (!list.node.contains(event.target) && !anchor()?.contains(event.target)) closeList();
  };
  list.node = drawList(list, options, component);
  document.body.append(list.node);
  open = list;
  addEventListener("pointerdown", list.outside, true);
  anchor().setAttribute("aria-expanded", "true");
  const follow = () => {
    if (!place(list)) return closeList(false);
    list.frame = requestAnimationFrame(follow);
  };
  follow();
  list.focus();
}

/** Place the list below its menu, or above if need be; return false if the menu is gone. */
function place(list) {
  const anchor = list.anchor();
  if (!anchor?.isConnected) return false;
  const box = anchor.getBoundingClientRect();
  const below = innerHeight - box.bottom - 12;
  const upwards = below < Math.min(list.node.scrollHeight, 240) && box.top > below;
  Object.assign(list.node.style, {
    left: `${Math.max(8, Math.min(box.left, innerWidth - box.width - 8))}px`,
    width: `${box.width}px`,
    top: upwards ? "auto" : `${box.bottom + 4}px`,
    bottom: upwards ? `${innerHeight - box.top + 4}px` : "auto",
    maxHeight: `${Math.max(120, Math.min(340, upwards ? box.top - 12 : below))}px`,
  });
  return true;
}

function drawList(list, options, component) {
  const id = freshId("list");
  const several = list.limits.most > 1;
  const rows = options.map((option, number) => drawOption(list, option, number, several));
  const box = h(
    "div",
    {
      role: "listbox",
      id,
      class: "options",
      tabindex: -1,
      "aria-multiselectable": several ? "true" : null,
      "aria-label": component.placeholder ?? "Choices",
    },
    rows.length ? rows : h("p", { class: "nothing" }, "Nothing to choose"),
  );
  const search = options.length > 10 ? searchBox(id) : null;
  const done = several ? doneRow(list) : null;
  const node = h("div", { class: "popup" }, search, box, done);
  const focusable = search ?? box;
  const shown = () => rows.filter((row) => !row.hidden);
  list.show = () => {
    rows.forEach((row, number) => {
      row.classList.toggle("at", shown()[list.at] === row);
      row.setAttribute("aria-selected", String(list.ticked.has(options[number].value)));
    });
    const current = shown()[list.at];
    focusable.setAttribute("aria-activedescendant", current?.id ?? "");
    current?.scrollIntoView({ block: "nearest" });
    done?.show();
  };
  list.focus = () => focusable.focus({ preventScroll: true });
  list.at = Math.max(0, options.findIndex((option) => list.ticked.has(option.value)));
  node.addEventListener("keydown", (event) => steer(list, event, shown()));
  search?.addEventListener("input", () => {
    const typed = search.value.toLowerCase();
    rows.forEach((row, number) => {
      row.hidden = !options[number].label.toLowerCase().includes(typed);
    });
    list.at = 0;
    list.show();
  });
  list.show();
  return node;
}

function searchBox(listId) {
  return h("input", {
    class: "search",
    placeholder: "Search",
    "aria-label": "Search the choices",
    role: "combobox",
    "aria-expanded": "true",
    "aria-controls": listId,
  });
}

function drawOption(list, option, number, several) {
  return h(
    "div",
    {
      role: "option",
      class: "option",
      id: freshId("option"),
      dataset: { value: option.value },
      onclick: () => pick(list, option.value),
      onpointermove: () => {
        if (list.at === number) return;
        list.at = number;
        list.show();
      },
    },
    option.emoji &&
      (option.emoji.id
        ? emojiPicture(option.emoji.id, "")
        : h("span", { class: "emoji" }, option.emoji.name)),
    h(
      "span",
      { class: "words" },
      h("span", { class: "label" }, option.label),
      option.description && h("span", { class: "description" }, option.description),
    ),
    h("span", { class: several ? "tick box" : "tick" }, icon("check")),
  );
}

function doneRow(list) {
  const { least, most } = list.limits;
  const words = h("span", {});
  const send = button("Done", () => finish(list), "main");
  const row = h("div", { class: "done" }, words, send);
  row.show = () => {
    const range = least === most ? `${most}` : `${least} to ${most}`;
    words.textContent = `Choose ${range} · ${list.ticked.size} chosen`;
    send.disabled = !list.enough();
  };
  return row;
}

function finish(list) {
  const back = list.anchor();
  closeList();
  back?.focus();
}

function pick(list, value) {
  const { least, most } = list.limits;
  if (most > 1) {
    if (list.ticked.has(value)) list.ticked.delete(value);
    else if (list.ticked.size < most) list.ticked.add(value);
    list.show();
    return;
  }
  const again = list.ticked.has(value) && least === 0;
  const back = list.anchor();
  closeList();
  back?.focus({ preventScroll: true });
  list.onPick(again ? [] : [value]);
}

function steer(list, event, shown) {
  const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5 }[event.key];
  const typing = event.target instanceof HTMLInputElement;
  if (step) {
    list.at = Math.max(0, Math.min(shown.length - 1, list.at + step));
    list.show();
  } else if (event.key === "Enter" || (event.key === " " && !typing)) {
    if (event.target instanceof HTMLButtonElement) return;
    if (shown[list.at]) pick(list, shown[list.at].dataset.value);
  } else if (event.key === "Escape") {
    const back = list.anchor();
    closeList(false);
    back?.focus();
  } else if (event.key === "Tab" && list.limits.most <= 1) {
    finish(list);
  } else return;
  event.preventDefault();
  event.stopPropagation();
}
