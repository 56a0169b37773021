import assert from "node:assert/strict";
import test from "node:test";

import { html, load } from "./browser.js";

const { markdown, plainText } = await load("markdown");
const about = {
  me: "1",
  user: (id) => ({ 1: "Ann" })[id],
  channel: (id) => ({ 7: "games" })[id],
  roles: () => [],
  open: () => {},
};
const drawn = (text) => html(markdown(text, about));

test("marks become elements, also inside each other", () => {
  assert.equal(drawn("**bold**"), "<strong>bold</strong>");
  assert.equal(drawn("a *b* c"), "a <em>b</em> c");
  assert.equal(drawn("**a *b***"), "<strong>a <em>b</em></strong>");
});

test("an escaped mark is text", () => {
  assert.equal(drawn("\\*\\*not bold\\*\\*"), "**not bold**");
});

test("what a person types never becomes an element", () => {
  const typed = "<img src=x onerror=alert(1)><script>alert(1)</script>";
  assert.equal(drawn(typed), typed.replaceAll("<", "&lt;").replaceAll(">", "&gt;"));
});

test("an unsafe address is no link", () => {
  assert.doesNotMatch(drawn("[press](javascript:alert(1))"), /<a |href/);
  assert.match(drawn("[press](https://example.org/)"), /<a href="https:\/\/example.org\/"/);
});

test("headings, quotes, lists and code are blocks", () => {
  assert.equal(drawn("## Title"), "<h2>Title</h2>");
  assert.equal(drawn("> said"), "<blockquote>said</blockquote>");
  assert.match(drawn("- one\n- two"), /^<ul><li>one<\/li><li>two<\/li><\/ul>$/);
  assert.match(drawn("```\n**code**\n```"), /<pre><code>\*\*code\*\*<\/code><\/pre>/);
});

test("a mention has the person's name, and an unknown one says so", () => {
  assert.match(drawn("<@1>"), />@Ann</);
  assert.match(drawn("<@2>"), />@unknown-user</);
  assert.match(drawn("<#7>"), />#games</);
});

test("the plain text is what a screen reader says: words without marks and pictures", () => {
  assert.equal(plainText("## A <:gem:12345> **B**\n- c", about), "A B c");
});
