// Renders the jobs of a folder with three.js in headless Chromium: node three.mjs FOLDER CHROMIUM
// Where a picture cannot be made the reason goes to standard error, and the others are made.
import { createServer } from 'node:http';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const [folder, browserPath] = process.argv.slice(2);
const modules = path.join(process.cwd(), 'node_modules');
const here = path.dirname(fileURLToPath(import.meta.url));
const jobs = JSON.parse(await readFile(path.join(folder, 'jobs.json'), 'utf8'));
const types = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.html': 'text/html', '.wasm': 'application/wasm' };

// The page, three.js, the room, and what lies in or below the folders of the models
const server = createServer(async (request, response) => {
  try {
    const [, root, ...rest] = decodeURIComponent(new URL(request.url, 'http://localhost').pathname).split('/');
    const base =
      root === 'page' ? here
      : root === 'three' ? path.join(modules, 'three')
      : root === 'out' ? folder
      : path.dirname(jobs[Number(root)].model);
    const file = path.resolve(base, rest.join('/'));
    if (!file.startsWith(path.resolve(base) + path.sep)) throw new Error('outside');
    const body = await readFile(file);
    response.writeHead(200, { 'Content-Type': types[path.extname(file)] ?? 'application/octet-stream' });
    response.end(body);
  } catch {
    response.writeHead(404);
    response.end();
  }
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${server.address().port}`;

const browser = await chromium.launch({
  executablePath: browserPath,
  args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist',
    '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
});
let failed = 0;
let made = 0;
let page = null;

// One that has failed, or lost its context, does not serve the next
async function open() {
  const fresh = await browser.newPage();
  fresh.on('pageerror', (error) => console.error(`three.js: ${error}`));
  await fresh.goto(`${origin}/page/three.html`);
  await fresh.waitForFunction('window.ready');
  return fresh;
}

for (let i = 0; i < jobs.length; i++) {
  const job = jobs[i];
  if (job.refused) continue;
  let timer;
  try {
    page ??= await open();
    const url = `${origin}/${i}/${encodeURIComponent(path.basename(job.model))}`;
    const picture = await Promise.race([
      page.evaluate(([job, url]) => window.picture(job, url), [job, url]),
      new Promise((_, reject) => { timer = setTimeout(() => reject(new Error('no picture within 180 s')), 180_000); }),
    ]);
    await writeFile(path.join(folder, `${job.name}.three.png`), Buffer.from(picture.split(',')[1], 'base64'));
    made++;
  } catch (error) {
    failed++;
    console.error(`${job.name}: ${error.message}`);
    await page?.close().catch(() => {});
    page = null;
  } finally {
    clearTimeout(timer);
  }
}
await browser.close();
server.close();
console.error(`three.js: ${made} pictures, ${failed} failed`);
