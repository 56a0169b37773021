/**
 * A form (Discord's modal), drawn over its conversation.
 *
 * It belongs to one person: you may look at another screen and find the form as you left it.
 * Every field returns its error from `problem()` and its value from `answer()`.
 */

import { button, freshId, h, tool } from "./dom.js";
import { markdown } from "./markdown.js";
import { selectMenu } from "./menu.js";

const TYPE = {
  row: 1,
  input: 4,
  text: 10,
  label: 18,
  upload: 19,
  radio: 21,
  checks: 22,
  check: 23,
};
const PARAGRAPH = 2;

/**
 * Draw a form. `send(components, files)` resolves to `{ok, why}`; `gone()` is called after the form
 * has been sent or closed.
 */
export function drawForm(form, about, { send, gone }) {
  const titleId = freshId("form");
  const parts = form.components.map((one) => part(one, about));
  const problem = h("p", { class: "problem", role: "alert" });
  const submit = h("button", { type: "submit", class: "button main" }, "Submit");
  const cancel = button("Cancel", gone, "quiet");
  const close = tool("close", "Close", gone);
  const sheet = h(
    "form",
    { class: "form", novalidate: true, onsubmit: (event) => submitted(event) },
    h("header", {}, appMark(form, about), h("h2", { id: titleId }, form.title), close),
    h("div", { class: "fields" }, parts.map((one) => one.node)),
    problem,
    h("footer", {}, cancel, submit),
  );
  const veil = h(
    "div",
    {
      class: "veil-form",
      role: "dialog",
      "aria-modal": "true",
      "aria-labelledby": titleId,
      dataset: { customId: form.custom_id },
    },
    sheet,
  );
  async function submitted(event) {
    event.preventDefault();
    const wrong = parts.filter((one) => !one.check());
    if (wrong.length) return wrong[0].focus();
    busy(true);
    const files = [];
    const components = parts.map((one) => one.answer(files));
    const outcome = await send(components, files);
    busy(false);
    if (outcome.ok) return gone();
    problem.textContent = `Something went wrong: ${outcome.why} Try again, or cancel.`;
  }
  function busy(is) {
    submit.classList.toggle("loading", is);
    submit.disabled = cancel.disabled = is;
    if (is) problem.textContent = "";
  }
  veil.addEventListener("keydown", (event) => trap(event, veil, gone));
  veil.start = () => (parts.find((one) => one.focus) ?? submit).focus();
  return veil;
}

function appMark(form, about) {
  return h("small", {}, `${form.application?.name ?? about.botName} asks`);
}

/** Handle keys: Escape closes the form, and Tab stays inside it. */
function trap(event, veil, gone) {
  if (event.key === "Escape") {
    event.stopPropagation();
    return gone();
  }
  if (event.key !== "Tab") return undefined;
  const stops = [...veil.querySelectorAll("button, input, textarea, [tabindex='0']")];
  const usable = stops.filter((node) => !node.disabled && node.offsetParent);
  const edge = event.shiftKey ? usable[0] : usable[usable.length - 1];
  if (document.activeElement !== edge) return undefined;
  event.preventDefault();
  return (event.shiftKey ? usable[usable.length - 1] : usable[0]).focus();
}

// --- the parts of a form -------------------------------------------------------------------------

/** Draw a top-level component: a label with its field, a text, or an action row. */
function part(one, about) {
  if (one.type === TYPE.text) {
    const node = h("div", { class: "text" }, markdown(one.content, about));
    return { node, check: () => true, answer: () => ({ type: TYPE.text, id: one.id }) };
  }
  const inRow = one.type === TYPE.row;
  const component = inRow ? one.components[0] : one.component;
  const field = fieldOf(component, about);
  const labelled = frame(inRow ? component.label : one.label, one.description, component, field);
  return {
    node: labelled.node,
    check: labelled.check,
    focus: () => field.focus(),
    answer: (files) => {
      const value = { type: component.type, id: component.id, custom_id: component.custom_id };
      Object.assign(value, field.answer(files));
      return inRow
        ? { type: TYPE.row, id: one.id, components: [value] }
        : { type: TYPE.label, id: one.id, component: value };
    },
  };
}

/** Add the label, the description and the error message to a field. */
function frame(label, description, component, field) {
  const problem = h("span", { class: "problem", role: "alert", id: freshId("problem") });
  const required = isRequired(component);
  const labelId = freshId("label");
  const node = h(
    "div",
    { class: "field", dataset: { customId: component.custom_id } },
    h(
      "label",
      { id: labelId, for: field.inputId ?? null },
      label,
      required && h("span", { class: "star", title: "Required" }, "\u00a0*"),
    ),
    description && h("p", { class: "description" }, description),
    field.node,
    problem,
  );
  field.node.setAttribute("aria-describedby", problem.id);
  if (!field.inputId) field.node.setAttribute("aria-labelledby", labelId);
  const check = () => {
    const wrong = field.problem(required);
    problem.textContent = wrong ?? "";
    node.classList.toggle("wrong", Boolean(wrong));
    return !wrong;
  };
  node.addEventListener("input", () => node.classList.contains("wrong") && check());
  return { node, check };
}

function isRequired(component) {
  return component.type === TYPE.check ? false : component.required !== false;
}

function fieldOf(component, about) {
  const make = FIELDS[component.type] ?? menuField;
  return make(component, about);
}

const FIELDS = {
  [TYPE.input]: textField,
  [TYPE.upload]: uploadField,
  [TYPE.radio]: radioField,
  [TYPE.checks]: checksField,
  [TYPE.check]: checkField,
};

function textField(component) {
  const tall = component.style === PARAGRAPH;
  const inputId = freshId("input");
  const most = component.max_length ?? 4000;
  const input = h(tall ? "textarea" : "input", {
    id: inputId,
    placeholder: component.placeholder,
    maxlength: most,
    rows: tall ? Math.max(4, Math.min(12, (component.value ?? "").split("\n").length)) : null,
    autocomplete: "off",
    "aria-required": String(isRequired(component)),
    dataset: { customId: component.custom_id },
  });
  input.value = component.value ?? "";
  const left = h("span", { class: "left" });
  const count = () => {
    const isNear = most - input.value.length < Math.min(200, most / 4);
    left.textContent = isNear ? `${input.value.length}/${most}` : "";
  };
  input.addEventListener("input", count);
  count();
  const node = h("div", { class: "typed" }, input, left);
  return {
    node,
    inputId,
    focus: () => {
      input.focus();
      if (!tall && input.value === component.value) input.select(); // typing replaces the text
    },
    problem: (required) => textProblem(input.value, component, required),
    answer: () => ({ value: input.value }),
  };
}

function textProblem(value, component, required) {
  if (!value.trim()) return required ? "This field is required." : null;
  const least = component.min_length ?? 0;
  return value.length < least ? `Write at least ${least} characters.` : null;
}

function menuField(component, about) {
  const menu = selectMenu(component, about, { choose: () => changed(menu), form: true });
  return {
    node: menu,
    focus: () => menu.focus(),
    problem: (required) => countProblem(menu.values().length, component, required),
    answer: () => ({ values: menu.values() }),
  };
}

function changed(node) {
  node.dispatchEvent(new Event("input", { bubbles: true }));
}

function countProblem(count, component, required) {
  const least = component.min_values ?? 1;
  if (count === 0) return required ? "Choose something here." : null;
  if (count < least) return `Choose at least ${least}.`;
  if (count > (component.max_values ?? Infinity)) return `Choose at most ${component.max_values}.`;
  return null;
}

/** Draw one checkbox or radio button with its description. */
function optionLine(type, name, option, index) {
  const input = h("input", { type, name, value: option.value ?? String(index) });
  input.checked = Boolean(option.default);
  const words = h("span", { class: "words" }, h("span", { class: "label" }, option.label));
  if (option.description) words.append(h("span", { class: "description" }, option.description));
  return { input, node: h("label", { class: "line" }, input, words) };
}

function optionGroup(component, type, role) {
  const name = freshId("group");
  const lines = component.options.map((option, index) => optionLine(type, name, option, index));
  const node = h("div", { class: "lines", role }, lines.map((line) => line.node));
  const ticked = () => lines.filter((line) => line.input.checked).map((line) => line.input.value);
  return { node, ticked, focus: () => lines[0].input.focus() };
}

function radioField(component) {
  const group = optionGroup(component, "radio", "radiogroup");
  return {
    ...group,
    problem: (required) => (required && !group.ticked().length ? "Choose one of these." : null),
    answer: () => ({ value: group.ticked()[0] ?? null }),
  };
}

function checksField(component) {
  const group = optionGroup(component, "checkbox", "group");
  return {
    ...group,
    problem: (required) => countProblem(group.ticked().length, component, required),
    answer: () => ({ values: group.ticked() }),
  };
}

function checkField(component) {
  const input = h("input", { type: "checkbox", dataset: { customId: component.custom_id } });
  input.id = freshId("check");
  input.checked = Boolean(component.default);
  return {
    node: h("div", { class: "lines" }, input),
    inputId: input.id,
    focus: () => input.focus(),
    problem: () => null,
    answer: () => ({ value: input.checked }),
  };
}

function uploadField(component) {
  const most = component.max_values ?? 1;
  const input = h("input", { type: "file", multiple: most > 1, id: freshId("files") });
  return {
    node: input,
    inputId: input.id,
    focus: () => input.focus(),
    problem: (required) => countProblem(input.files.length, component, required),
    answer: (files) => {
      const first = files.length;
      files.push(...input.files);
      return { values: [...input.files].map((_, number) => String(first + number)) };
    },
  };
}
