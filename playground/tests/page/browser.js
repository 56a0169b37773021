/** Give the page's modules the browser that they need when they are loaded. */

import { JSDOM } from "jsdom";

const { window } = new JSDOM("<!doctype html><body></body>", { url: "http://127.0.0.1:8765/" });
for (const name of ["window", "document", "location", "Node"]) {
  globalThis[name] = name === "window" ? window : window[name];
}
globalThis.setInterval = () => 0; // the page keeps its clocks running, and then node wouldn't end

/** Return what a list of nodes and texts looks like as HTML. */
export function html(nodes) {
  const place = window.document.createElement("div");
  place.append(...nodes);
  return place.innerHTML; // eslint-disable-line no-restricted-properties -- it is only read
}

/** Load a module of the page. */
export const load = (name) => import(`../../discord_playground/static/${name}.js`);
