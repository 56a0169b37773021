/**
 * Draws a message's components as Discord does: containers, text, sections, galleries,
 * rows of buttons and menus.
 *
 * `about` resolves names (see markdown.js) and has `press(message, component, values, node)`, which
 * sends a press. Drawn components keep no state; a changed message is drawn again.
 */

import { h, icon, link, safeUrl } from "./dom.js";
import { emojiPicture, markdown } from "./markdown.js";
import { selectMenu } from "./menu.js";

const TYPE = {
  row: 1,
  button: 2,
  section: 9,
  text: 10,
  thumbnail: 11,
  gallery: 12,
  file: 13,
  separator: 14,
  container: 17,
};
const STYLE = { 1: "main", 2: "plain", 3: "yes", 4: "danger", 5: "plain link", 6: "plain" };
const LINK = 5;

/** Draw one component of a message and its children. */
export function component(one, message, about) {
  const draw = DRAW[one.type] ?? drawMenu;
  return draw(one, message, about);
}

const DRAW = {
  [TYPE.row]: (row, message, about) =>
    h("div", { class: "row" }, row.components.map((one) => component(one, message, about))),
  [TYPE.button]: drawButton,
  [TYPE.section]: drawSection,
  [TYPE.text]: (text, _, about) => h("div", { class: "text" }, markdown(text.content, about)),
  [TYPE.thumbnail]: (one) => picture(one, "thumbnail"),
  [TYPE.gallery]: drawGallery,
  [TYPE.file]: (one) => fileCard(fileOf(one), one.spoiler),
  [TYPE.separator]: drawSeparator,
  [TYPE.container]: drawContainer,
};

function drawContainer(container, message, about) {
  const colour = container.accent_color;
  const hex = colour == null ? null : `#${colour.toString(16).padStart(6, "0")}`;
  const node = h(
    "div",
    { class: "container", vars: hex ? { "--accent": hex } : {} },
    container.components.map((one) => component(one, message, about)),
  );
  node.classList.toggle("accented", hex !== null);
  return container.spoiler ? veiled(node) : node;
}

function drawSection(section, message, about) {
  return h(
    "div",
    { class: "section" },
    h("div", { class: "words" }, section.components.map((one) => component(one, message, about))),
    h("div", { class: "accessory" }, component(section.accessory, message, about)),
  );
}

function drawSeparator(separator) {
  const wide = separator.spacing === 2 ? "wide" : "";
  if (separator.divider === false) return h("div", { class: `space ${wide}` });
  return h("hr", { class: wide });
}

// --- buttons and menus ---------------------------------------------------------------------------

function emoji(one) {
  if (!one) return null;
  return one.id
    ? emojiPicture(one.id, "")
    : h("span", { class: "emoji", "aria-hidden": "true" }, one.name);
}

function drawButton(button, message, about) {
  const inside = [emoji(button.emoji), button.label && h("span", { class: "label" }, button.label)];
  if (button.style === LINK) {
    const node = link(button.url, inside, icon("link"));
    node.className = `button ${STYLE[LINK]}`;
    if (button.disabled) node.removeAttribute("href");
    return node;
  }
  const look = {
    type: "button",
    class: `button ${STYLE[button.style] ?? "plain"}`,
    disabled: button.disabled,
    "aria-label": button.label ? null : (button.emoji?.name ?? "Button"),
    dataset: { customId: button.custom_id ?? "" },
    onclick: () => about.press(message, button, undefined, node),
  };
  const node = h("button", look, inside);
  return node;
}

function drawMenu(menu, message, about) {
  const selector = (element) => element.dataset.customId === menu.custom_id;
  const node = selectMenu(menu, about, {
    choose: (values) => about.press(message, menu, values, current()),
    where: () => current(),
  });
  // The message may have been redrawn while the list was open; if so, use the new menu.
  const current = () => {
    if (node.isConnected) return node;
    const holder = about.nodeOf(message.id);
    return [...(holder?.querySelectorAll(".select") ?? [])].find(selector) ?? null;
  };
  return node;
}

// --- pictures and files --------------------------------------------------------------------------

function picture(item, className) {
  const source = safeUrl(item.media?.url);
  const words = item.description ?? "";
  const image = source
    ? h("img", { src: source, alt: words, title: words || null, ...sizeOf(item.media) })
    : h("span", { class: "missing" }, words || "A picture that cannot be shown");
  const node = h("div", { class: className }, source ? link(source, image) : image);
  return item.spoiler ? veiled(node) : node;
}

/** Set a picture's size if it is known, so that its space is reserved while it loads. */
function sizeOf(media) {
  return media?.width && media.height ? { width: media.width, height: media.height } : {};
}

function drawGallery(gallery) {
  const items = gallery.items.map((item) => picture(item, "picture"));
  return h("div", { class: `gallery of-${Math.min(items.length, 4)}` }, items);
}

function fileOf(one) {
  return { url: one.file?.url, filename: one.name ?? "file", size: one.size };
}

function fileCard(file, spoiler) {
  const node = h(
    "div",
    { class: "file" },
    icon("file"),
    h(
      "span",
      { class: "words" },
      link(file.url ?? "", file.filename),
      file.size != null && h("span", { class: "description" }, bytes(file.size)),
    ),
  );
  return spoiler ? veiled(node) : node;
}

function bytes(size) {
  if (size < 1024) return `${size} bytes`;
  if (size < 1024 * 1024) return `${(size / 1024).toFixed(1)} KB`;
  return `${(size / 1024 / 1024).toFixed(1)} MB`;
}

function veiled(node) {
  const veil = h("button", { type: "button", class: "veil" }, "Spoiler");
  veil.addEventListener("click", () => veil.remove());
  return h("div", { class: "veiled" }, node, veil);
}

/** Draw an attachment: a picture inline, any other file as a link. */
export function attachment(file) {
  const isPicture = /^image\/(png|jpe?g|gif|webp)/.test(file.content_type ?? "");
  if (!isPicture) return fileCard(file, file.filename.startsWith("SPOILER_"));
  return picture({ media: file, description: file.description ?? file.filename }, "picture");
}

/** Draw a classic embed. */
export function embed(one, about) {
  const hex = one.color == null ? null : `#${one.color.toString(16).padStart(6, "0")}`;
  const text = (content, className) =>
    content && h("div", { class: className }, markdown(content, about));
  const fields = one.fields?.map((field) =>
    h(
      "div",
      { class: field.inline ? "field inline" : "field" },
      text(field.name, "name"),
      text(field.value, "text"),
    ),
  );
  return h(
    "article",
    { class: "embed accented", vars: { "--accent": hex ?? "#46546a" } },
    one.author && h("div", { class: "embed-author" }, one.author.name),
    one.title && h("div", { class: "embed-title" }, one.url ? link(one.url, one.title) : one.title),
    text(one.description, "text"),
    fields?.length && h("div", { class: "fields" }, fields),
    one.image && picture({ media: one.image }, "picture"),
    one.thumbnail && picture({ media: one.thumbnail }, "thumbnail"),
    one.footer && h("div", { class: "embed-footer" }, one.footer.text),
  );
}
