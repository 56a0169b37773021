/**
 * Discord's markdown, drawn as elements.
 *
 * Lines are first sorted into blocks (headings, quotes, lists, fenced code; other lines are plain
 * text). Then each block's text is read from left to right. At each place the first matching rule
 * applies, and the text inside its marks is read the same way. `about` resolves mentions:
 * `{user(id), channel(id), me, open(channelId)}`.
 */

import { h, link } from "./dom.js";
import { timestamp } from "./time.js";

/** Draw a whole text, blocks and all. */
export function markdown(text, about) {
  const nodes = [];
  let end = 0;
  for (const fence of text.matchAll(/```(?:([\w+.#-]*)\n)?\n*([\s\S]*?\S[\s\S]*?)\n*```\n?/g)) {
    if (isEscaped(text, fence.index)) continue;
    nodes.push(...blocks(text.slice(end, fence.index), about));
    nodes.push(h("pre", {}, h("code", { "data-language": fence[1] || null }, fence[2])));
    end = fence.index + fence[0].length;
  }
  nodes.push(...blocks(text.slice(end), about));
  return nodes;
}

function isEscaped(text, index) {
  return text[index - 1] === "\\" && text[index - 2] !== "\\";
}

// --- blocks: by lines ----------------------------------------------------------------------------

const HEADING = /^(#{1,3})\s+(\S.*)$/;
const SMALL = /^-#\s+(\S.*)$/;
const ITEM = /^(\s*)([-*]|\d{1,9}\.)\s+(\S.*)$/;

function blocks(text, about) {
  const lines = text.split("\n");
  const nodes = [];
  let plain = [];
  const flush = () => {
    if (plain.length) nodes.push(...inline(plain.join("\n"), about));
    plain = [];
  };
  let at = 0;
  while (at < lines.length) {
    const [node, taken] = block(lines, at, about);
    if (node) {
      flush();
      nodes.push(node);
    } else plain.push(lines[at]);
    at += taken;
  }
  // Drop the line break next to a block; only breaks between plain lines are drawn.
  flush();
  return nodes;
}

function block(lines, at, about) {
  const line = lines[at];
  const heading = HEADING.exec(line);
  if (heading) return [h(`h${heading[1].length}`, {}, inline(heading[2], about)), 1];
  const small = SMALL.exec(line);
  if (small) return [h("small", { class: "subtext" }, inline(small[1], about)), 1];
  if (line.startsWith(">>> ")) {
    const rest = [line.slice(4), ...lines.slice(at + 1)].join("\n");
    return [h("blockquote", {}, blocks(rest, about)), lines.length - at];
  }
  if (line.startsWith("> ")) {
    const quoted = takeWhile(lines, at, (next) => next.startsWith("> "));
    const inner = quoted.map((one) => one.slice(2)).join("\n");
    return [h("blockquote", {}, blocks(inner, about)), quoted.length];
  }
  if (ITEM.test(line)) {
    const items = takeWhile(lines, at, (next) => belongs(ITEM.exec(line), ITEM.exec(next)));
    return [list(items.map((one) => ITEM.exec(one)), about), items.length];
  }
  return [null, 1];
}

function takeWhile(lines, at, fits) {
  const end = lines.findIndex((line, number) => number >= at && !fits(line));
  return lines.slice(at, end === -1 ? lines.length : end);
}

/** Return whether an item belongs to the list: indented deeper, or of the same kind. */
function belongs(first, item) {
  if (!item) return false;
  return item[1].length > first[1].length || /\d/.test(item[2]) === /\d/.test(first[2]);
}

/** Build one list, including the lists that are indented deeper. */
function list(items, about) {
  const depth = items[0][1].length;
  const ordered = /\d/.test(items[0][2]);
  const start = parseInt(items[0][2], 10);
  const node = ordered ? h("ol", { start, vars: roomFor(start + items.length - 1) }) : h("ul");
  let at = 0;
  while (at < items.length) {
    const entry = h("li", {}, inline(items[at][3], about));
    const deeper = takeWhile(items, at + 1, (next) => next[1].length > depth);
    if (deeper.length) entry.append(list(deeper, about));
    node.append(entry);
    at += 1 + deeper.length;
  }
  return node;
}

/** Return the style that reserves room for a list's longest number. */
function roomFor(last) {
  return last < 10 ? {} : { "--digits": String(last).length };
}

// --- inline: the first matching rule -------------------------------------------------------------

const AFTER_WORD = /[\p{L}\p{N}]$/u;

const LABEL = /\[((?:\\.|\[[^\]]*\]|[^\\[\]])+)\]/;
const ADDRESS = /(https?:\/\/[^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)/;
const MASKED = new RegExp(`${LABEL.source}\\(<?${ADDRESS.source}>?(?:\\s+"[^"]*")?\\)`, "y");

const wrap = (tag) => (match, about) => h(tag, {}, inline(match[1], about));

/** Each rule has a pattern, which is tried at one place, and a function that draws the match. */
const RULES = [
  [/\\([^0-9A-Za-z\s])/y, (match) => match[1]],
  [/(`+)([\s\S]*?[^`])\1(?!`)/y, (match) => h("code", {}, match[2].trim())],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, (match) => timestamp(Number(match[1]), match[2])],
  [/<@!?(\d+)>/y, (match, about) => userMention(match[1], about)],
  [/<@&(\d+)>/y, (match, about) => roleMention(match[1], about)],
  [/<#(\d+)>/y, (match, about) => channelMention(match[1], about)],
  [/<\/([^:>]{1,100}):\d+>/y, (match) => h("span", { class: "mention" }, `/${match[1]}`)],
  [/<a?(:\w{2,32}:)(\d+)>/y, (match) => emojiPicture(match[2], match[1])],
  [/@(?:everyone|here)\b/y, (match) => h("span", { class: "mention" }, match[0])],
  [MASKED, (match, about) => link(match[2], inline(match[1], about))],
  [/<(https?:\/\/[^\s<>]+)>/y, (match) => link(match[1], match[1])],
  [/https?:\/\/[^\s<]+[^\s<.,:;!?"'\])*_~|]/y, (match) => link(match[0], match[0])],
  [/\|\|([\s\S]+?)\|\|/y, (match, about) => spoiler(inline(match[1], about))],
  [/\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/y, wrap("strong")],
  [/__((?:\\[\s\S]|[^\\])+?)__(?!_)/y, wrap("u")],
  [/~~((?:\\[\s\S]|[^\\])+?)~~/y, wrap("s")],
  [/\*(?=\S)((?:\*\*[\s\S]+?\*\*|\\[\s\S]|[^\\*])+?)(?<!\s)\*(?!\*)/y, wrap("em")],
  [
    /_((?:__[\s\S]+?__|\\[\s\S]|[^\\_])+?)_(?![\p{L}\p{N}_])/uy,
    (match, about, before) => (AFTER_WORD.test(before) ? null : wrap("em")(match, about)),
  ],
];

const SPECIAL = /[\\`<@[h|*_~]/;

/** Draw a run of text without blocks. */
export function inline(text, about) {
  const nodes = [];
  let plain = "";
  let at = 0;
  while (at < text.length) {
    const found = SPECIAL.test(text[at]) && firstFit(text, at, about);
    if (!found) {
      plain += text[at];
      at += 1;
      continue;
    }
    if (plain) nodes.push(plain);
    plain = "";
    nodes.push(found.node);
    at = found.end;
  }
  if (plain) nodes.push(plain);
  return nodes;
}

function firstFit(text, at, about) {
  for (const [pattern, draw] of RULES) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    const end = pattern.lastIndex;
    const node = match && draw(match, about, text.slice(Math.max(0, at - 2), at));
    if (node) return { node, end };
  }
  return null;
}

/** Draw an emoji of the application at the size that the surrounding text calls for. */
export function emojiPicture(id, alt) {
  return h("img", { class: "emoji", src: `/emojis/${id}.png`, alt, draggable: "false" });
}

function userMention(id, about) {
  const name = about.user(id);
  return h("span", { class: "mention", "data-user": id }, name ? `@${name}` : "@unknown-user");
}

function roleMention(id, about) {
  const role = about.roles?.().find((known) => known.value === id);
  return h("span", { class: "mention" }, `@${role?.label ?? "unknown-role"}`);
}

function channelMention(id, about) {
  const name = about.channel(id);
  if (!name) return h("span", { class: "mention" }, "#unknown");
  const go = { class: "mention", type: "button", onclick: () => about.open(id) };
  return h("button", go, `#${name}`);
}

function spoiler(children) {
  const node = h("span", { class: "spoiler", role: "button", tabindex: 0 }, children);
  node.setAttribute("aria-label", "Spoiler, press to show");
  const reveal = () => {
    node.classList.add("shown");
    for (const name of ["role", "tabindex", "aria-label"]) node.removeAttribute(name);
  };
  node.addEventListener("click", reveal);
  node.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") reveal();
  });
  return node;
}

/**
 * Return the text without markdown on one line, for previews and screen readers. Emojis are
 * left out, because the words next to them say the same.
 */
export function plainText(text, about) {
  const said = text.replace(/<a?:\w{2,32}:\d+>/g, "");
  return markdown(said, about).map(words).join("").replace(/\s+/g, " ").trim();
}

const BLOCK = /^(H\d|SMALL|BLOCKQUOTE|UL|OL|LI|PRE)$/;

function words(node) {
  if (typeof node === "string") return node;
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  const inside = [...node.childNodes].map(words).join("");
  return BLOCK.test(node.nodeName) ? ` ${inside} ` : inside;
}
