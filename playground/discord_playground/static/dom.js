/** Helpers to build the page. Server data is always inserted as text, never as HTML. */

const SVG = "http://www.w3.org/2000/svg";

/** Make an element: `h("button", {class: "plain", onclick: press}, "Join")`. */
export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "dataset") Object.assign(node.dataset, value);
    else if (key === "vars") setVariables(node, value);
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...present(children));
  return node;
}

/** Replace an element's children. */
export function fill(node, ...children) {
  node.replaceChildren(...present(children));
  return node;
}

function present(children) {
  return children.flat(Infinity).filter((child) => child || child === 0);
}

function setVariables(node, variables) {
  for (const [name, value] of Object.entries(variables)) node.style.setProperty(name, value);
}

const ICONS = {
  bell: "M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4",
  beside: "M4 5h16v14H4zM12 5v14",
  check: "M5 12.5l4.5 4.5L19 7",
  close: "M6 6l12 12M18 6L6 18",
  braces: "M9 4C5 4 8 10 4 12c4 2 1 8 5 8M15 4c4 0 1 6 5 8-4 2-1 8-5 8",
  down: "M6 9l6 6 6-6",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  link: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  phone: "M7 2h10v20H7zM11 18h2",
  reply: "M4 20v-8a6 6 0 0 1 6-6h10",
  send: "M4 4l17 8-17 8 3-8zM7 12h14",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 14h10l1-14",
  wrench: "M14 6a4 4 0 0 1 5-3l-3 3 2 2 3-3a4 4 0 0 1-5 5l-9 10-3-3z",
};

/** Draw one of our line icons, which are decorative: the words are next to them or in a label. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** Return a text button in one of Discord's four styles, or in the style `like-link`. */
export function button(words, act, style = "plain") {
  const look = style === "like-link" ? style : `button ${style}`;
  return h("button", { type: "button", class: look, onclick: act }, words);
}

/** Return a small icon button with this accessible label. */
export function tool(glyph, label, act, style) {
  const look = style ? `tool ${style}` : "tool";
  const said = { title: label, "aria-label": label };
  return h("button", { type: "button", class: look, ...said, onclick: act }, icon(glyph));
}

/** Return the URL if it is safe to open (http or https), else undefined. */
export function safeUrl(address) {
  try {
    const url = new URL(address, location.href);
    return ["http:", "https:"].includes(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/** Return a link that opens in a new tab, or only its text if the URL is unsafe. */
export function link(address, ...children) {
  const href = safeUrl(address);
  if (!href) return h("span", {}, ...children);
  return h("a", { href, target: "_blank", rel: "noopener noreferrer" }, ...children);
}

const LIGHTHOUSE = new URL("lighthouse.svg", import.meta.url).href;

/** Draw a person's avatar with their initial, or the lighthouse for the bot. */
export function avatar(name, colour) {
  if (colour === "bot") return h("img", { class: "avatar", src: LIGHTHOUSE, alt: "" });
  const initial = [...name][0]?.toUpperCase() ?? "?";
  const vars = { "--disc": colour ?? "#5a6b82" };
  return h("span", { class: "avatar", "aria-hidden": "true", dataset: { initial }, vars });
}

/** Compare two snowflakes by age; they are too long for a JavaScript number. */
export function byAge(one, other) {
  return one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);
}

let counter = 0;

/** Return a new id, for labels and lists that refer to each other. */
export function freshId(prefix) {
  counter += 1;
  return `${prefix}-${counter}`;
}
