import assert from "node:assert/strict";
import test from "node:test";

import { load } from "./browser.js";

const { now, relative, setClockOffset, timestamp } = await load("time");
const { byAge, safeUrl } = await load("dom");

test("a relative time follows the playground's clock, not the browser's", () => {
  const inAnHour = Math.round(Date.now() / 1000) + 3600;
  assert.match(relative(inAnHour), /1 hour|60 minutes/);
  setClockOffset(7200);
  assert.match(relative(inAnHour), /ago/);
  assert.ok(now() - Date.now() > 7_190_000);
  setClockOffset(0);
});

test("a time that isn't one says so instead of breaking the message", () => {
  assert.equal(timestamp(Number.NaN).textContent, "Invalid date");
});

test("ids are compared by age, though they are too long for a number", () => {
  const ids = ["1000000000000000001", "999999999999999999", "1000000000000000000"];
  assert.deepEqual(ids.toSorted(byAge), [ids[1], ids[2], ids[0]]);
});

test("only web addresses can be opened", () => {
  assert.equal(safeUrl("javascript:alert(1)"), undefined);
  assert.equal(safeUrl("data:text/html,x"), undefined);
  assert.equal(safeUrl("/cdn/a.png"), "http://127.0.0.1:8765/cdn/a.png");
});
