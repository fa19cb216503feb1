// Times a page in headless Chromium, by DevTools: node --experimental-websocket page.mjs ADDRESS CHROMIUM SECONDS
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [address, chromium, seconds] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "azulejo-page-"));
const browser = spawn(chromium, ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions",
  "--disable-background-networking", "--disable-component-update", "--remote-debugging-port=0", `--user-data-dir=${folder}`, "about:blank"],
  { stdio: "ignore" });
const sleep = ms => new Promise(done => setTimeout(done, ms));
const port = join(folder, "DevToolsActivePort");
while (!existsSync(port) || readFileSync(port, "utf8").split("\n").length < 2) {
  await sleep(50);
}
const [number, path] = readFileSync(port, "utf8").split("\n");
const socket = new WebSocket(`ws://127.0.0.1:${number}${path}`);
await new Promise(done => { socket.onopen = done; });
const asked = new Map();
let last = 0;
let session;
socket.onmessage = event => {
  const answer = JSON.parse(event.data);
  if (answer.id) {
    asked.get(answer.id)(answer);
    asked.delete(answer.id);
  }
};
const ask = (method, params = {}) => new Promise(done => {
  asked.set(++last, answer => done(answer.result ?? answer));
  socket.send(JSON.stringify({ id: last, method, params, sessionId: session }));
});
const evaluate = async expression => (await ask("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true })).result.value;
const mouse = (type, x, y, held) => ask("Input.dispatchMouseEvent",
  { type, x, y, button: held ? "left" : "none", buttons: held && type !== "mouseReleased" ? 1 : 0, clickCount: held ? 1 : 0 });
const until = async expression => {
  while (!await evaluate(expression)) {
    await sleep(50);
  }
};

const { targetId } = await ask("Target.createTarget", { url: "about:blank" });
session = (await ask("Target.attachToTarget", { targetId, flatten: true })).sessionId;
await ask("Emulation.setDeviceMetricsOverride", { width: 1280, height: 720, deviceScaleFactor: 1, mobile: false });
await ask("Page.navigate", { url: `${address}?bare` });
await until("globalThis.azulejo && document.documentElement.dataset.exact === 'yes'");

const say = values => {
  const sorted = [...values].sort((a, b) => a - b);
  const at = part => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]?.toFixed(1);
  return `median ${at(0.5)} ms, p90 ${at(0.9)}, p99 ${at(0.99)}, most ${at(1)} of ${sorted.length}`;
};

// Turning, an input 30 times a second; the first seconds are for compilers
async function turn(length) {
  await mouse("mouseMoved", 640, 360, false);
  await mouse("mousePressed", 640, 360, true);
  const end = performance.now() + 1000 * length;
  for (let i = 0; performance.now() < end; i++) {
    const due = performance.now() + 33;
    await mouse("mouseMoved", 640 + 200 * Math.sin(i / 25), 360 + 40 * Math.sin(i / 40), true);
    await sleep(Math.max(0, due - performance.now()));
  }
  await mouse("mouseReleased", 640, 360, true);
}
await turn(10);
await evaluate("azulejo.latencies.length = 0, globalThis.serverMs = [], globalThis.decodeMs = [], globalThis.sizes = {}");
await evaluate(`{ const l = azulejo.stream.listener, d = l.drawn; l.drawn = f => { d(f); serverMs.push(f.serverMicros / 1000);
  const s = f.width + "x" + f.height; sizes[s] = (sizes[s] ?? 0) + 1; }; }`);
const bytesBefore = await evaluate("azulejo.stream.bytes");
await turn(Number(seconds));
console.log("turning: input to picture", say(await evaluate("azulejo.latencies")));
console.log("         of that the server", say(await evaluate("serverMs")));
console.log("         sizes", JSON.stringify(await evaluate("sizes")));
console.log(`         ${((await evaluate("azulejo.stream.bytes") - bytesBefore) / seconds / 1000).toFixed(0)} KB/s`);
await mouse("mouseMoved", 640, 360, false);
await sleep(1500);
await until("document.documentElement.dataset.exact === 'yes' || document.getElementById('over').textContent !== ''");
await sleep(3000);
await evaluate("azulejo.latencies.length = 0");
const before = await evaluate("azulejo.stream.bytes");
const start = performance.now();
for (let i = 0; performance.now() - start < 1000 * seconds; i++) {
  const due = performance.now() + 16;
  await mouse("mouseMoved", 640 + 120 * Math.sin(i / 40), 380 + 50 * Math.cos(i / 30), false);
  await sleep(Math.max(0, due - performance.now()));
}
const rate = (await evaluate("azulejo.stream.bytes") - before) / (performance.now() - start);
console.log(`pointing: ${rate.toFixed(1)} KB/s, input to picture ${say(await evaluate("azulejo.latencies"))}`);
browser.kill();
await sleep(500);
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
process.exit(0);
