// Tests of the data page in a real browser; see browser.mjs.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { accessible, address, base, desk, focusShows, folder, idle, open, signIn, still, until, walk } from "./browser.mjs";

const auth = { Authorization: "Bearer glebe-dev-token", "Content-Type": "application/json" };
const api = async (path, init = {}) => {
  const answer = await fetch(`${base}/api/v2${path}`, { headers: auth, ...init });
  assert.ok(answer.ok, `${path}: ${answer.status}`);
  return answer.status === 204 ? undefined : answer.json();
};
const SIDE = 64;
const FARM = "5a3d1c00-0000-4000-8000-000000000002"; // of the sample

/** A .npy file of one slice: float32, north row first, row + column / 100 plus a number. */
function npy(plus) {
  const header = `{'descr': '<f4', 'fortran_order': False, 'shape': (${SIDE}, ${SIDE}), }`.padEnd(117) + "\n";
  const start = Buffer.concat([Buffer.from([0x93]), Buffer.from("NUMPY"), Buffer.from([1, 0, header.length, 0]), Buffer.from(header)]);
  const cells = new Float32Array(SIDE * SIDE).map((_, i) => plus + Math.floor(i / SIDE) + (i % SIDE) / 100);
  return Buffer.concat([start, Buffer.from(cells.buffer)]);
}

/** A GeoTIFF in degrees around the sample's land, 7 in every cell; written by GDAL. */
async function geoTiff() {
  const home = await mkdtemp(join(tmpdir(), "glebe-walk-"));
  const file = join(home, "seven.tif");
  try {
    const form = ["-of", "GTiff", "-ot", "Float32", "-outsize", "90", "90", "-burn", "7"];
    await promisify(execFile)("gdal_create", [...form, "-a_srs", "EPSG:4326", "-a_ullr", "15.48", "46.04", "15.53", "45.99", file]);
    return await readFile(file);
  } finally {
    await rm(home, { recursive: true });
  }
}

/** Sends half of a body at once, and the rest slowly until it may go on. */
function halting(path, body) {
  const { hostname, port } = new URL(base);
  const headers = { Authorization: auth.Authorization, "Content-Type": "application/octet-stream", "Content-Length": body.length };
  let sent = body.length / 2;
  let sending;
  const answer = new Promise((resolve, reject) => {
    sending = request({ hostname, port, path, method: "POST", headers }, (said) => resolve(said.resume()));
    sending.on("error", reject);
    sending.write(body.subarray(0, sent));
  });
  const drops = setInterval(() => sending.write(body.subarray(sent, ++sent)), 1000); // a silent connection would be closed
  const finish = () => {
    clearInterval(drops);
    sending.end(body.subarray(sent));
  };
  return { finish, answer };
}

async function openData(options, hash) {
  const opened = await open(options);
  await signIn(opened.page, "owner", hash);
  await opened.page.waitForSelector(".collections button");
  return opened;
}

const loaded = (page) =>
  page.waitForFunction(() => {
    const images = [...document.querySelectorAll(".layer img")];
    return images.length > 0 && images.every((one) => one.complete && one.naturalWidth > 0);
  });

/** The number of colours in a layer's small image; similar ones count once. */
const coloursOf = (page, layer) =>
  page.evaluate((name) => {
    const image = [...document.querySelectorAll(".layer")].find((one) => one.querySelector("h3").firstChild.data === name).querySelector("img");
    const context = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.naturalWidth, image.naturalHeight);
    const all = new Set();
    for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 0) all.add(`${data[i] >> 4},${data[i + 1] >> 4},${data[i + 2] >> 4}`);
    return all.size;
  }, layer);

/** Drops files on an element. */
async function dropOn(page, selector, files) {
  const transfer = await page.evaluateHandle((all) => {
    const data = new DataTransfer();
    for (const { name, bytes } of all) data.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], name));
    return data;
  }, files.map(({ name, buffer }) => ({ name, bytes: buffer.toString("base64") })));
  await page.dispatchEvent(selector, "dragover", { dataTransfer: transfer });
  await page.waitForSelector(`${selector}.over`);
  await page.dispatchEvent(selector, "drop", { dataTransfer: transfer });
}

/** The sample's layers with their statistics and images. */
async function layers() {
  const { page, faults } = await openData({ ...desk, colorScheme: "light" }, "#page=data");
  await page.fill(".find", "no such words");
  await page.waitForSelector("text=No collection contains these words");
  await page.fill(".find", "demo-s2");
  await page.waitForFunction(() => document.querySelectorAll(".collections button").length === 1);
  await page.click(".collections button");
  assert.equal(address(page).get("collection"), "demo-s2");
  await page.waitForSelector(".layer:has-text('NDVI') .numbers");
  for (const image of await page.locator(".layer img").all()) await image.scrollIntoViewIfNeeded();
  await loaded(page);
  const { statistics } = await api("/collections/demo-s2/layers/NDVI/statistics");
  const shown = await page.textContent(".layer:has(h3:text-is('NDVI')) .numbers div:nth-child(2) dd");
  assert.ok(Math.abs(Number(shown) - statistics.mean) < 0.001, `mean ${shown} of ${statistics.mean}`);
  assert.ok((await coloursOf(page, "NDVI")) > 8, "the small image shows the data");
  await page.locator(".layer:has(h3:text-is('NDVI')) summary").click();
  await page.waitForSelector(".layer tbody tr");
  await page.locator(".content").evaluate((content) => content.scrollTo(0, 0));
  await still(page);
  await page.screenshot({ path: `${folder}/data-layers.png` });
  await accessible(page, "layers");
  await focusShows(page, ".find");
  assert.deepEqual(faults, []);
}

/** Features as a table with filter, facets, order, pages and map; all choices are in the address. */
async function features() {
  const { page, faults } = await openData(desk, "#page=data&collection=demo-parcels");
  await page.waitForSelector(".table tbody tr");
  await idle(page);
  const rows = () => page.locator(".table tbody tr").count();
  const total = (await api("/collections/demo-parcels/items?limit=1000")).numberReturned;
  const facet = page.locator(".facets section[aria-label=Status] button", { hasText: "verified" });
  const verified = Number(/\d+$/.exec((await facet.textContent()).trim())[0]);
  assert.ok(verified > 0 && verified < total);
  await facet.click();
  await until(page, async () => (await rows()) === verified);
  assert.equal(address(page).get("filter"), "status = 'verified'");
  assert.equal(await facet.getAttribute("aria-pressed"), "true");

  await page.fill(".filter input", "status = 'verified' AND area > ");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".part-of > .fault");
  assert.match(await page.textContent(".part-of > .fault"), /expect/i, "a broken filter is told what is expected");
  assert.deepEqual(faults.splice(0).filter((fault) => !/400/.test(fault)), []);
  await page.screenshot({ path: `${folder}/data-filter-refused.png` });
  await page.fill(".filter input", "area > 0");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".part-of > .fault", { state: "detached" });
  await page.click("thead button:has-text('Area')");
  await page.click("thead button:has-text('Area')");
  await page.waitForSelector("th[aria-sort=descending]");
  const column = await page.locator("thead th").allTextContents().then((all) => all.findIndex((one) => one.startsWith("Area")));
  const areas = async () => (await page.locator(`.table tbody tr > :nth-child(${column + 1})`).allTextContents()).map(Number);
  await until(page, async () => (await areas()).every((area, i, all) => i === 0 || all[i - 1] >= area));

  await page.locator(".table tbody tr").nth(2).locator("th button").click();
  const id = address(page).get("item");
  await page.waitForSelector(`[aria-label='Feature ${id}']`);
  await idle(page);
  await still(page);
  await page.screenshot({ path: `${folder}/data-features.png` });
  await accessible(page, "features");
  const link = page.url();
  await page.goto("about:blank");
  await page.goto(link);
  await page.waitForSelector(`[aria-label='Feature ${id}']`);
  await page.waitForSelector("th[aria-sort=descending]");
  assert.deepEqual(faults, []);
}

/** A new collection is filled with data while a second person looks at it, and an earlier version is restored. */
async function filling() {
  const { page, faults } = await openData(desk, "#page=data");
  await page.click(".list button:has-text('New')");
  await page.getByLabel("Title *").fill("Yield map Ü 7");
  assert.equal(await page.getByLabel("Id *").inputValue(), "yield-map-u-7");
  await page.getByLabel("Copy the grid of").selectOption("demo-s2");
  await until(page, async () => (await page.getByLabel("West *").inputValue()) !== "");
  await page.getByLabel("Cells from west to east *").fill("0");
  await page.getByLabel("Cells from south to north *").fill(String(SIDE));
  await page.click("button:has-text('Create')");
  await page.waitForSelector(".record-form [aria-invalid=true]");
  assert.match(await page.textContent(".record-form .fault"), /width is a whole number/);
  assert.deepEqual(faults.splice(0).filter((fault) => !/422/.test(fault)), []);
  await page.screenshot({ path: `${folder}/data-new.png` });
  await accessible(page, "new collection");
  await page.getByLabel("Cells from west to east *").fill(String(SIDE));
  await page.click("button:has-text('Create the grid again')");
  await page.waitForSelector("text=This cube has no layers yet");

  await page.click("button:has-text('Add a layer')");
  await page.getByLabel("Name *").fill("YIELD");
  await page.getByLabel("Unit").fill("t/ha");
  await page.getByLabel("No-data value").fill("NaN");
  await page.getByLabel("Colours from").fill("9");
  await page.getByLabel("Colours to").fill("3");
  await page.click("button:has-text('Add the layer')");
  await page.waitForSelector("[aria-label='New layer'] [aria-invalid=true]");
  assert.deepEqual(faults.splice(0).filter((fault) => !/422/.test(fault)), []);
  await page.getByLabel("Colours from").fill("");
  await page.getByLabel("Colours to").fill("");
  await page.click("button:has-text('Add the layer')");
  await page.waitForSelector(".layer:has-text('YIELD') .no-image");

  await dropOn(page, ".drop", [{ name: "yield_2026-08-01.npy", buffer: Buffer.from("this is no array") }]);
  await page.waitForSelector("form[aria-label='Files to send']");
  await page.click("form[aria-label='Files to send'] .strong");
  await page.waitForSelector(".upload .fault");
  assert.deepEqual(faults.splice(0).filter((fault) => !/4\d\d/.test(fault)), []);
  await page.waitForSelector(".uploads .failed .detail");
  await page.screenshot({ path: `${folder}/data-refused.png`, fullPage: true });
  await page.click("form[aria-label='Files to send'] >> text=Cancel");

  const second = await openData({ ...desk, colorScheme: "dark" }, "#page=data&collection=yield-map-u-7");
  await second.page.waitForSelector(".layer:has-text('YIELD') .no-image");
  const files = ["2026-08-02", "2026-08-01"].map((day, i) => ({ name: `yield_${day}.npy`, buffer: npy(i === 0 ? 20 : 10) }));
  await dropOn(page, ".drop", files);
  await page.waitForSelector(".waiting li:nth-child(2)");
  assert.equal(await page.locator(".waiting input").first().inputValue(), "2026-08-02T00:00");
  await accessible(page, "files to send");
  let shown = false;
  await page.route("**/layers/YIELD/data*", async (route) => {
    await page.waitForSelector("form[aria-label='Files to send'] progress");
    shown = true;
    await page.screenshot({ path: `${folder}/data-sending.png` });
    await route.continue();
  });
  await page.click("form[aria-label='Files to send'] .strong");
  await page.waitForSelector("text=2 slices are in YIELD now");
  assert.ok(shown, "progress is shown while the files go up");
  await loaded(page);
  assert.ok((await coloursOf(page, "YIELD")) > 8, "the small image shows what was sent");
  const numbers = await page.textContent(".layer:has-text('YIELD') .numbers");
  assert.match(numbers, /lowest10mean.*highest83\.63valid100 %/);
  await second.page.waitForSelector(".uploads .successful");
  await loaded(second.page);
  assert.deepEqual(second.faults, []);

  await page.unroute("**/layers/YIELD/data*");
  const slow = halting("/api/v2/collections/yield-map-u-7/layers/YIELD/data?datetime=2026-08-03T00:00:00Z", npy(30));
  await second.page.waitForSelector(".uploads .running progress");
  await second.page.screenshot({ path: `${folder}/data-under-way.png` });
  slow.finish();
  assert.equal((await slow.answer).statusCode, 200);
  await second.page.waitForSelector(".uploads .running", { state: "detached" });
  await second.page.waitForSelector(".layer:has-text('3 dates')");

  await dropOn(page, ".drop", [{ name: "seven.tif", buffer: await geoTiff() }]);
  await page.locator(".waiting input").fill("2026-08-04T00:00:00");
  await page.getByLabel("Resampling").selectOption("cubic");
  await page.click("form[aria-label='Files to send'] .strong");
  await page.waitForSelector("text=1 slice is in YIELD now");
  await page.waitForFunction(() => /lowest7mean/.test(document.querySelector(".layer .numbers")?.textContent ?? ""));
  await dropOn(page, ".drop", [{ name: "yield_2026-08-02.npy", buffer: npy(500) }]);
  await page.click("form[aria-label='Files to send'] .strong");
  await page.waitForFunction(() => /highest563\.6/.test(document.querySelector(".layer .numbers")?.textContent ?? ""));
  await page.click("[role=tab]:has-text('History')");
  await page.selectOption(".of-layer select", "YIELD");
  await page.waitForSelector("text=1 date replaced");
  const good = page.locator(".uploads li", { hasText: "2 dates added" });
  await good.locator("text=Restore").click();
  await page.screenshot({ path: `${folder}/data-history.png` });
  await accessible(page, "history");
  await good.locator(".strong").click();
  await page.waitForSelector("text=YIELD is as it was in version");
  await page.click("[role=tab]:has-text('Layers')");
  await page.waitForFunction(() => /highest83\.63/.test(document.querySelector(".layer .numbers")?.textContent ?? ""));
  assert.deepEqual(faults, []);
  await api("/collections/yield-map-u-7", { method: "DELETE" });
}

/** Pages of features, forward and back. */
async function pages() {
  const id = "walk-pages";
  await api("/collections", { method: "POST", body: JSON.stringify({ id, title: "Many points", farmId: FARM }) });
  const points = Array.from({ length: 60 }, (_, i) => ({
    type: "Feature",
    id: `p${String(i).padStart(2, "0")}`,
    geometry: { type: "Point", coordinates: [15 + i / 100, 46] },
    properties: { rank: i, "odd kind": i % 2 ? "it's odd" : "even" },
  }));
  const { page, faults } = await openData(desk, `#page=data&collection=${id}&sort=rank`);
  await page.waitForSelector("text=This collection has no features yet");
  await dropOn(page, ".drop", [{ name: "broken.geojson", buffer: Buffer.from('{"type":"FeatureCollection","features":[{"type":"Feature"') }]);
  await page.waitForSelector(".add-features .fault");
  assert.deepEqual(faults.splice(0).filter((fault) => !/4\d\d/.test(fault)), []);
  await dropOn(page, ".drop", [{ name: "points.geojsonl", buffer: Buffer.from(points.map((point) => JSON.stringify(point)).join("\n")) }]);
  await page.waitForSelector("text=60 added, 0 replaced");
  const firstRow = (text) => page.waitForFunction((wanted) => document.querySelector(".table tbody th")?.textContent === wanted, text);
  await firstRow("p00");
  await page.click("text=Next page");
  await firstRow("p25");
  await page.click("text=Next page");
  await firstRow("p50");
  assert.ok(await page.locator("text=Next page").isDisabled(), "the last page has none behind it");
  await page.reload();
  await firstRow("p50");
  await page.click("text=First page");
  await firstRow("p00");
  await page.click(".facets button:has-text(\"it's odd\")");
  await firstRow("p01");
  assert.equal(await page.locator(".table tbody tr").count(), 25);
  assert.deepEqual(faults, []);
  await api(`/collections/${id}`, { method: "DELETE" });
}

async function dark() {
  const { page, faults } = await openData({ ...desk, colorScheme: "dark" }, "#page=data&collection=demo-parcels&item=parcel-07");
  await page.waitForSelector("[aria-label='Feature parcel-07']");
  await idle(page);
  await still(page);
  await accessible(page, "dark features");
  await page.screenshot({ path: `${folder}/data-dark.png` });
  await page.goto(`${base}/console/#page=data&collection=demo-s2`);
  await page.waitForSelector(".layer .numbers");
  await page.click("[role=tab]:has-text('History')");
  await page.waitForSelector(".uploads li");
  await accessible(page, "dark history");
  assert.deepEqual(faults, []);
}

async function phone() {
  const { page, faults } = await openData({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true }, "#page=data");
  await page.screenshot({ path: `${folder}/data-phone.png` });
  await page.locator(".collections button", { hasText: "demo-s2" }).tap();
  await page.waitForSelector(".layer .numbers");
  await page.screenshot({ path: `${folder}/data-layers-phone.png` });
  await accessible(page, "layers on a phone");
  assert.ok(!(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)), "the page does not scroll sideways");
  await page.click("text=‹ Collections");
  await page.locator(".collections button", { hasText: "demo-parcels" }).tap();
  await page.waitForSelector(".table tbody tr");
  await idle(page);
  await still(page);
  await page.screenshot({ path: `${folder}/data-features-phone.png` });
  await accessible(page, "features on a phone");
  assert.ok(!(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)), "the page does not scroll sideways");
  assert.deepEqual(faults, []);
}

/** Missing collections, refusals and lost connections are shown with the next step. */
async function states() {
  const { page, faults } = await openData(desk, "#page=data&collection=no-such");
  await page.waitForSelector("text=There is no collection");
  await page.evaluate(() => new Promise((resolve) => (indexedDB.deleteDatabase("glebe").onsuccess = resolve))); // nothing is kept
  await page.route("**/api/v2/collections?*", (route) => route.abort());
  await page.reload();
  await page.waitForSelector(".list .fault:has-text('No connection')");
  await page.screenshot({ path: `${folder}/data-offline.png` });
  await page.unroute("**/api/v2/collections?*");
  await page.click("button:has-text('Try again')");
  await page.waitForSelector(".collections button");
  assert.deepEqual(faults.filter((fault) => !/ERR_FAILED/.test(fault)), []);

  const stranger = await open(desk);
  await signIn(stranger.page, "stranger", "#page=data");
  await stranger.page.waitForSelector(".list .hint, .list .fault, .collections button");
  assert.deepEqual(stranger.faults.filter((fault) => !/403/.test(fault)), []);
}

await walk(layers, features, filling, pages, dark, phone, states);
