// Opens a page of a map in a browser and waits until its data are drawn.
// node page.mjs FOLDER PAGE SERVER LINE CHROMIUM, in a folder with the npm packages of package.json.
// LINE is the colour of the outlines, as rrggbb, or "none". The page's own packages come from npm instead of their address.
import assert from "node:assert/strict";
import { open, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join } from "node:path";

const require = createRequire(join(process.cwd(), "package.json"));
const { chromium } = require("playwright-core");

const [folder, name, server, line, executablePath] = process.argv.slice(2);
const PATIENCE = 120_000; // a loaded machine draws slowly; no test depends on speed
const COLOURS = 100; // a map of NDVI has thousands, the controls of a map have none
const TYPES = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".mjs": "text/javascript" };
const PACKAGES = "https://unpkg.com/";

/** Serves the folder with ranges, as the servers do on which such pages are put. */
const files = createServer(async (request, response) => {
  try {
    const file = await open(join(folder, new URL(request.url, "http://files").pathname));
    const { size } = await file.stat();
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
    const start = range ? Number(range[1]) : 0;
    const end = range ? Math.min(Number(range[2]), size - 1) : size - 1;
    const head = { "Content-Type": TYPES[extname(request.url)] ?? "application/octet-stream", "Content-Length": end - start + 1 };
    response.writeHead(range ? 206 : 200, range ? { ...head, "Content-Range": `bytes ${start}-${end}/${size}` } : head);
    file.createReadStream({ start, end }).pipe(response);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((started) => files.listen(0, "localhost", started));
const origin = `http://localhost:${files.address().port}`;

/** The file of an npm package; the version in the address is the one that is installed, or the beginning of it. */
async function fromPackage(address) {
  const [, packageName, version, path] = /^([^@/]+)@([^/]+)\/(.+)$/.exec(new URL(address).pathname.slice(1));
  const root = join("node_modules", packageName);
  const installed = JSON.parse(await readFile(join(root, "package.json"))).version;
  assert.ok(`${installed}.`.startsWith(`${version}.`), `${packageName} ${installed} is installed, the page loads ${version}`);
  return { body: await readFile(join(root, path)), contentType: TYPES[extname(path)], headers: { "Access-Control-Allow-Origin": "*" } };
}

const flags = ["--no-sandbox", "--disable-gpu", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
const browser = await chromium.launch({ executablePath, headless: true, args: flags });
try {
  const context = await browser.newContext({ viewport: { width: 640, height: 480 } });
  const faults = [];
  await context.route(`${PACKAGES}**`, async (route) =>
    fromPackage(route.request().url()).then(
      (file) => route.fulfill(file),
      (error) => {
        faults.push(error.message);
        return route.abort();
      },
    ),
  );
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  page.on("pageerror", (error) => faults.push(`uncaught: ${error.message}`));
  page.on("response", (answer) => answer.status() >= 400 && !answer.url().endsWith("/favicon.ico") && faults.push(`${answer.status()}: ${answer.url()}`));
  page.on("request", (request) => {
    const address = request.url();
    if (/^https?:/.test(address) && ![origin, server, PACKAGES].some((known) => address.startsWith(known))) faults.push(`outside: ${address}`);
  });
  await page.goto(`${origin}/${name}`, { waitUntil: "commit" });

  const reader = await context.newPage();
  /** Number of colours of a picture of the page, and of pixels in the colour of the outlines. */
  const seen = async () =>
    reader.evaluate(
      async ([picture, wanted]) => {
        const image = await createImageBitmap(await (await fetch(picture)).blob());
        const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
        pen.drawImage(image, 0, 0);
        const { data } = pen.getImageData(0, 0, image.width, image.height);
        const colours = new Set();
        let outlines = 0;
        for (let i = 0; i < data.length; i += 4) {
          const rgb = [data[i], data[i + 1], data[i + 2]];
          if (Math.max(...rgb) - Math.min(...rgb) > 40) colours.add(rgb.join());
          if (wanted && rgb.every((value, at) => Math.abs(value - wanted[at]) < 24)) outlines++;
        }
        return { colours: colours.size, outlines };
      },
      [
        `data:image/png;base64,${(await page.screenshot()).toString("base64")}`,
        line === "none" ? null : [0, 2, 4].map((at) => parseInt(line.slice(at, at + 2), 16)),
      ],
    );
  const end = Date.now() + PATIENCE;
  for (;;) {
    assert.deepEqual(faults, []);
    const { colours, outlines } = await seen();
    if (colours >= COLOURS && (line === "none" || outlines >= COLOURS)) {
      console.log(`${colours} colours, ${outlines} pixels of outlines`);
      break;
    }
    assert.ok(Date.now() < end, `only ${colours} colours and ${outlines} pixels of outlines`);
  }
  assert.deepEqual(faults, []);
} catch (error) {
  console.error(error.stack ?? error);
  process.exitCode = 1;
} finally {
  await browser.close();
  files.close();
}
