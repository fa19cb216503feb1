// The page: hands and keys to the stream, and what is told to the tables.

import * as protocol from "./protocol.js";
import { Stream } from "./stream.js";
import { drawOwners, drawTimeline, legend } from "./charts.js";

const byId = id => document.getElementById(id);
const canvas = byId("picture");
const query = new URLSearchParams(location.search);

/** What stands behind # as name=value; here a plus is a plus. */
function fragmentOf(text) {
  const found = new Map();
  for (const part of text.slice(1).split("&")) {
    const at = part.indexOf("=");
    if (at > 0) {
      let value = part.slice(at + 1);
      try {
        value = decodeURIComponent(value);
      } catch {
        // As it stands there
      }
      found.set(part.slice(0, at), value);
    }
  }
  return found;
}

const fragment = fragmentOf(location.hash);
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Latest times from input to picture, milliseconds. */
const latencies = [];
const MOST_LATENCIES = 2000;

let state = null;
let spread = { since: performance.now(), frames: 0, bytes: 0 };

document.body.classList.toggle("bare", query.has("bare"));

const stream = new Stream(canvas, fragment.get("token") ?? "", {
  told,
  drawn,
  connection: text => {
    byId("connection").textContent = text;
    // Where that is not in sight, over the picture
    byId("offline").textContent = text === "connected" ? "" : text;
  },
});

function option(text, value) {
  const made = document.createElement("option");
  made.textContent = text;
  made.value = value;
  return made;
}

function fill(id, names, none) {
  const options = names.map((name, i) => option(name, i));
  if (none) {
    options.unshift(option(none, -1));
  }
  byId(id).replaceChildren(...options);
}

function told(what, bytes) {
  spread.bytes += bytes;
  switch (what.type) {
    case "welcome":
      fill("scene", what.scenes);
      fill("environment", what.environments);
      for (const [id, names] of Object.entries(what.lists)) {
        fill(id, names);
      }
      byId("over").textContent = "";
      // Another server may have come up in the place of the one before
      state = null;
      hovered = { over: false };
      takeState(what.state);
      watch();
      begin();
      break;
    case "state":
      takeState(what.state);
      if (brought && calm.matches && state.animation >= 0 && state.playing === 1) {
        set("PLAYING", 0);
      }
      brought = false;
      break;
    case "frame":
      showFrame(what);
      break;
    case "over":
      byId("over").textContent = what.over ? `${what.over}${what.material ? `, ${what.material}` : ""}` : "";
      break;
    case "exported":
      showExported(what.state);
      break;
    case "refused":
      brought = false;
      say(what.why);
      break;
  }
}

let begun = false;

/** Whether a session from elsewhere was sent whose state has not come yet. */
let brought = false;

/** What the address asks for, once. */
function begin() {
  if (begun) {
    return;
  }
  begun = true;
  if (fragment.has("state")) {
    bring(fragment.get("state"));
  } else if (/^\d{1,3}$/.test(query.get("scene") ?? "") && Number(query.get("scene")) !== state.scene) {
    // A page that is loaded again goes on as it was
    set("SCENE", Number(query.get("scene")));
  }
}

function takeState(next) {
  const other = !state || state.scene !== next.scene;
  state = next;
  if (other) {
    fill("camera", state.cameras, "turn it yourself");
    fill("animation", state.animations, "none");
    fill("variant", state.variants, "the model's own");
  }
  for (const field of document.querySelectorAll("[data-setting]")) {
    if (field.type === "checkbox") {
      field.checked = state[field.id] === 1;
    } else {
      field.value = state[field.id];
    }
  }
  byId("exposure").setAttribute("aria-valuetext", `${state.exposure} percent`);
  const plays = state.animation >= 0 && state.playing === 1;
  byId("playing").textContent = plays ? "Pause" : "Play";
  byId("playing").disabled = state.animation < 0;
  for (const id of ["camera", "animation", "variant", "environment"]) {
    byId(id).disabled = byId(id).options.length < 2;
  }
  const split = state.gpus > 1 ? byId("split").options[state.split]?.textContent : "";
  byId("split").disabled = state.gpus < 2;
  byId("regions").disabled = state.gpus < 2 || split === "bins";
  byId("pretest").disabled = split !== "regions";
  byId("bins").disabled = split !== "bins";
}

function set(what, value) {
  if (!stream.connected) {
    say("not connected: nothing was changed");
    if (state) {
      takeState(state);
    }
    return;
  }
  stream.act(input => protocol.set(input, what, value));
}

for (const field of document.querySelectorAll("[data-setting]")) {
  field.addEventListener(field.type === "range" ? "input" : "change", () => {
    const value = field.type === "checkbox" ? Number(field.checked) : Number(field.value);
    if (field.type === "range") {
      slid.set(field.dataset.setting, value);
      later();
      return;
    }
    set(field.dataset.setting, value);
    if (field.id === "animation" && value >= 0 && calm.matches) {
      set("PLAYING", 0);
    }
  });
}
byId("playing").addEventListener("click", playOrPause);

function playOrPause() {
  if (state) {
    set("PLAYING", state.playing === 1 ? 0 : 1);
  }
}

byId("all").addEventListener("click", showAll);

function showAll() {
  set("ALL", 0);
}

document.querySelector(".skip").addEventListener("click", event => {
  // Not by the address, where the token stands
  event.preventDefault();
  byId("settings").focus();
});

// The size of the picture

function size() {
  const box = canvas.getBoundingClientRect();
  const scale = Math.min(2, devicePixelRatio);
  const side = value => Math.max(16, Math.min(8192, Math.round(value * scale)));
  stream.resize(side(box.width), side(box.height));
}
new ResizeObserver(size).observe(byId("stage"));
size();

// Mouse, pen and fingers: what came since the last frame of the screen goes out as one

const fingers = new Map();
let way = { turnX: 0, turnY: 0, panX: 0, panY: 0, zoom: 1, hover: null };
let hovered = { over: false };
let scheduled = false;
let flushed = -Infinity;

/** Sliders that were moved since then: what is set, and to what. */
const slid = new Map();

/** Between two sendings, milliseconds, however fast the screen is; less the time by which frames come early. */
const LEAST_WAIT = 16 - 1;
let lastTap = null;

/** Where one finger went down that has stayed there, alone. */
let press = null;

/** What touched the picture last: mouse, pen or touch. */
let touched = "";

/** A finger that goes no further has tapped, pixels. */
const TAP = 10;

const far = (a, b) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);

function later() {
  if (!scheduled) {
    scheduled = true;
    requestAnimationFrame(flush);
  }
}

function flush() {
  if (performance.now() - flushed < LEAST_WAIT) {
    requestAnimationFrame(flush);
    return;
  }
  flushed = performance.now();
  scheduled = false;
  for (const [what, value] of slid) {
    set(what, value);
  }
  slid.clear();
  const now = way;
  way = { turnX: 0, turnY: 0, panX: 0, panY: 0, zoom: 1, hover: null };
  if (now.turnX || now.turnY) {
    stream.act(input => protocol.drag(input, false, now.turnX, now.turnY));
  }
  if (now.panX || now.panY) {
    stream.act(input => protocol.drag(input, true, now.panX, now.panY));
  }
  if (now.zoom !== 1) {
    stream.act(input => protocol.zoom(input, now.zoom));
  }
  if (now.hover && !isThere(now.hover, hovered)) {
    hovered = now.hover;
    stream.act(input => protocol.pointer(input, now.hover.over, now.hover.x, now.hover.y));
  }
}

/** Whether two say the same of where the pointer is: a browser tells that again when a page changes under it. */
function isThere(a, b) {
  return a.over === b.over && (!a.over || a.x === b.x && a.y === b.y);
}

function place(event) {
  const box = canvas.getBoundingClientRect();
  return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
}

canvas.addEventListener("pointerdown", event => {
  canvas.focus({ preventScroll: true });
  canvas.setPointerCapture(event.pointerId);
  fingers.set(event.pointerId, event);
  touched = event.pointerType;
  press = fingers.size === 1 ? event : null;
});
canvas.addEventListener("pointermove", event => {
  const before = fingers.get(event.pointerId);
  if (!before) {
    way.hover = { over: true, ...place(event) };
    later();
    return;
  }
  if (press && far(press, event) >= TAP) {
    press = null;
  }
  const height = canvas.getBoundingClientRect().height;
  const x = (event.clientX - before.clientX) / height;
  const y = (event.clientY - before.clientY) / height;
  if (fingers.size === 2) {
    const [other] = [...fingers.values()].filter(one => one.pointerId !== event.pointerId);
    const distance = one => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    way.zoom *= Math.max(1, distance(before)) / Math.max(1, distance(event));
    way.panX += x / 2;
    way.panY += y / 2;
  } else if (event.shiftKey || event.buttons & 6) {
    way.panX += x;
    way.panY += y;
  } else {
    way.turnX += x;
    way.turnY += y;
  }
  fingers.set(event.pointerId, event);
  later();
});
for (const type of ["pointerup", "pointercancel"]) {
  canvas.addEventListener(type, event => {
    fingers.delete(event.pointerId);
    if (type === "pointerup" && event.pointerType === "touch") {
      tapped(event);
    }
    press = null;
  });
}
canvas.addEventListener("pointerleave", () => {
  way.hover = { over: false, x: 0, y: 0 };
  later();
});
canvas.addEventListener("contextmenu", event => event.preventDefault());
canvas.addEventListener("wheel", event => {
  event.preventDefault();
  const lines = event.deltaMode === 1 ? 30 : 1;
  way.zoom *= Math.exp(Math.max(-400, Math.min(400, event.deltaY * lines)) * 0.0015);
  later();
}, { passive: false });
canvas.addEventListener("dblclick", event => {
  // Of two taps a browser may make one as well: those are told apart by ourselves
  if (touched !== "touch") {
    look(place(event));
  }
});

function look(at) {
  stream.act(input => protocol.focus(input, at.x, at.y));
}

/** Fingers make no double clicks where touching is ours. */
function tapped(event) {
  if (!press || far(press, event) >= TAP) {
    lastTap = null;
    return;
  }
  const near = lastTap && event.timeStamp - lastTap.timeStamp < 350
    && far(lastTap, event) < 30;
  lastTap = near ? null : event;
  if (near) {
    look(place(event));
  }
}

// Keys

const STEP = 1 / 24;
const WAYS = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };

canvas.addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey) {
    return;
  }
  const step = WAYS[event.key];
  if (step) {
    way[event.shiftKey ? "panX" : "turnX"] += step[0];
    way[event.shiftKey ? "panY" : "turnY"] += step[1];
    later();
  } else if (event.key === "+" || event.key === "=") {
    way.zoom *= 0.9;
    later();
  } else if (event.key === "-") {
    way.zoom /= 0.9;
    later();
  } else if (event.key === "Enter") {
    look({ x: 0.5, y: 0.5 });
  } else if (event.key === "Home") {
    showAll();
  } else if (event.key === " ") {
    playOrPause();
  } else {
    return;
  }
  event.preventDefault();
});

// What is told

function watch() {
  stream.send(protocol.watch(byId("watchOwners").checked, byId("watchTimeline").checked));
  byId("timelineBox").hidden = !byId("watchTimeline").checked;
  byId("legend").hidden = !byId("watchOwners").checked;
  byId("owners").hidden = !byId("watchOwners").checked;
}
byId("watchOwners").addEventListener("change", watch);
byId("watchTimeline").addEventListener("change", watch);

function row(name, value, zero) {
  const made = document.createElement("tr");
  const head = document.createElement("th");
  const cell = document.createElement("td");
  head.scope = "row";
  head.textContent = name;
  cell.textContent = value;
  made.className = zero ? "zero" : "";
  made.append(head, cell);
  return made;
}

const count = value => value.toLocaleString("en");
const ms = value => `${value.toFixed(1)} ms`;

function middle(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length ? sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] : 0;
}

function showFrame(frame) {
  const seconds = Math.max(0.001, (performance.now() - spread.since) / 1000);
  const recent = latencies.slice(-100);
  byId("stream").replaceChildren(
    row("picture", `${frame.width} × ${frame.height}, ${frame.exact ? "every byte is here" : "to be sharpened"}`),
    row("rendered in", ms(frame.renderMs)),
    row("input to picture, median", recent.length ? ms(middle(recent, 0.5)) : "–"),
    row("of that the server, last", ms(frame.serverMs)),
    row("pictures a second", (spread.frames / seconds).toFixed(0)),
    row("stream", `${(spread.bytes / seconds / 1000).toFixed(0)} KB/s`),
    row("sent last", `${count(frame.tiles)} tiles, ${count(frame.bytes)} bytes`),
    row("quality", `${frame.quality} %, step ${frame.step} of ${frame.steps}`),
    row("kernels", frame.kernels),
  );
  if (seconds > 2) {
    spread = { since: performance.now(), frames: 0, bytes: 0 };
  }
  byId("counters").replaceChildren(...frame.counters.map(one => row(one.name, count(one.value), one.value === 0)));
  byId("gpuTable").hidden = frame.gpus.length === 0;
  byId("gpuRows").replaceChildren(...frame.gpus.map(one => {
    const made = row(one.gpu, one.renderMs.toFixed(1));
    for (const value of [one.idleMs.toFixed(1), count(one.bins ?? one.rendered), one.skipped === undefined ? "–" : count(one.skipped)]) {
      const cell = document.createElement("td");
      cell.textContent = value;
      made.append(cell);
    }
    return made;
  }));
  if (frame.owners) {
    drawOwners(byId("owners"), frame.owners, frame.width, frame.height);
    legend(byId("legend"), frame.owners);
  }
  if (frame.timeline) {
    drawTimeline(byId("timeline"), byId("timelineText"), frame.timeline);
  }
}

function drawn(frame) {
  spread.frames++;
  spread.bytes += frame.bytes;
  latencies.push(...frame.latencies);
  latencies.splice(0, Math.max(0, latencies.length - MOST_LATENCIES));
  document.documentElement.dataset.frame = frame.number;
  document.documentElement.dataset.exact = frame.flags & protocol.EXACT ? "yes" : "no";
}

let silence = 0;

function say(text) {
  byId("message").textContent = text;
  clearTimeout(silence);
  silence = setTimeout(() => { byId("message").textContent = ""; }, 8000);
}

// Moving a session

byId("export").addEventListener("click", () => {
  if (stream.connected) {
    stream.send(protocol.exportSession());
  } else {
    say("not connected: nothing was exported");
  }
});
byId("import").addEventListener("click", () => bring(byId("moved").value.trim()));

function showExported(text) {
  byId("moved").value = text;
  byId("moved").focus();
  byId("moved").select();
}

function bring(text) {
  try {
    // A whole address will do
    const bare = text.replace(/^.*#(.*&)?state=/, "").replace(/&.*$/, "");
    const raw = atob(bare.replaceAll("-", "+").replaceAll("_", "/"));
    brought = true;
    stream.send(protocol.importSession(Uint8Array.from(raw, character => character.charCodeAt(0)).slice(0, 1024)));
  } catch {
    say("that is no session");
  }
}

/** For tests and for who is curious. */
globalThis.azulejo = { stream, latencies, middle: part => middle(latencies, part) };
