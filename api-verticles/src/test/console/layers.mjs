// Tests of the layers of the map in a real browser: colours, order, comparison, animation, styles, export; see browser.mjs.
import assert from "node:assert/strict";
import { accessible, address, base, coarse, desk, folder, idle, open, seen, signIn, still, until, walk } from "./browser.mjs";
import { auth, SUMMER, afterRequest, spots } from "./mapTools.mjs";

/** The select in the chooser whose label begins with a name. */
const part = (page, name) => page.locator(".part label").filter({ hasText: new RegExp(`^\\s*${name}`) }).locator("select");

/** Colour ramps, their limits and the legend. */
async function colours() {
  const { page, faults } = await open(coarse);
  await signIn(page, "owner", `#date=${SUMMER}`);
  await idle(page);
  const before = await seen(page, spots);
  const gradient = () => page.locator(".legend .ramp").evaluate((bar) => bar.style.background);
  const own = await gradient();
  await page.click("text=Colours");
  await afterRequest(page, () => part(page, "Ramp").selectOption("magma"));
  await page.waitForFunction((was) => document.querySelector(".legend .ramp").style.background !== was, own);
  const magma = await seen(page, spots);
  assert.notDeepEqual(magma, before, "another ramp changes the map");
  await afterRequest(page, () => page.getByLabel("Reversed").check());
  assert.equal(address(page).get("ramp"), "magma_r");
  await afterRequest(page, async () => {
    await page.getByRole("spinbutton", { name: "From" }).fill("0.5");
    await page.getByRole("spinbutton", { name: "From" }).press("Enter");
  });
  await page.waitForFunction(() => document.querySelector(".legend .scale span").textContent === "0.5");
  assert.match(address(page).get("range"), /^0\.5,/);
  await afterRequest(page, () => page.click("text=Reset to the layer"));
  assert.deepEqual(await seen(page, spots), before, "the layer's own colours are back");
  assert.deepEqual(faults, []);
}

/** Responses to an earlier choice that come last change neither the map nor the legend. */
async function quickChoices() {
  const { page, faults } = await open(coarse);
  await signIn(page, "owner", `#date=${SUMMER}&layer=NDVI`);
  await idle(page);
  const layer = ".choose label:nth-of-type(2) select";
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route(/(tilejson\.json|legend)\?layers=B04/, async (route) => {
    await held;
    await route.continue().catch(() => {}); // the page may have aborted the request
  });
  await Promise.all([page.waitForRequest(/tilejson\.json\?layers=B04/), page.selectOption(layer, "B04")]);
  const line = () => page.locator(".time").evaluate((one) => getComputedStyle(one, "::after").content);
  assert.equal(await line(), '""', "a line tells that tiles load");
  await afterRequest(page, () => page.selectOption(layer, "B08"));
  await page.waitForSelector(".legend:has-text('B08')");
  const newest = await seen(page, spots);
  release();
  await page.waitForTimeout(1_000);
  await still(page);
  assert.deepEqual(await seen(page, spots), newest, "the map shows the newest choice");
  assert.equal(await line(), "none");
  assert.match(await page.textContent(".legend"), /B08/);
  assert.equal(address(page).get("layer"), "B08");
  assert.deepEqual(faults, []);
}

/** Vector tiles over the raster, coloured and filtered. */
async function overlay() {
  const { page, faults } = await open(desk);
  await signIn(page, "owner", `#date=${SUMMER}`);
  await idle(page);
  await page.uncheck("text=Field outlines");
  await still(page);
  await idle(page);
  await still(page);
  const bare = await seen(page, spots);
  await page.click("summary:has-text('Overlay')");
  await part(page, "Features").selectOption("demo-parcels");
  await page.waitForSelector(".part .swatches li");
  assert.equal(await page.locator(".part .swatches li").count(), 3, "three states have three colours");
  const painted = (was) => until(page, async () => JSON.stringify(await seen(page, spots)) !== JSON.stringify(was));
  await painted(bare);
  await idle(page);
  await page.screenshot({ path: `${folder}/map-overlay.png` });
  const all = await seen(page, spots);
  const asked = page.waitForResponse((answer) => /WebMercatorQuad-Vector.*crop=sunflower/.test(answer.url()));
  await part(page, "Crop").selectOption("sunflower");
  assert.ok([200, 204].includes((await asked).status()));
  await painted(all);
  await part(page, "Colour by").selectOption("crop");
  assert.equal(address(page).get("filter"), "crop=sunflower");
  await accessible(page, "map with overlay");
  await part(page, "Features").selectOption("");
  await until(page, async () => JSON.stringify(await seen(page, spots)) === JSON.stringify(bare));
  assert.deepEqual(faults, []);
}

/** The animation shows the next date when it is loaded, and stops. */
async function animation() {
  const { page, faults } = await open(coarse);
  await signIn(page, "owner", `#date=${SUMMER}`);
  await idle(page);
  await page.click("[aria-label=Play]");
  for (let i = 0; i < 3; i++) {
    const now = address(page).get("date");
    await page.waitForFunction((was) => !location.hash.includes(was), now);
  }
  await page.click("[aria-label=Pause]");
  await page.waitForSelector("[aria-label=Play]");
  const stopped = address(page).get("date");
  assert.ok(stopped > SUMMER, "the dates went on");
  await idle(page);
  assert.deepEqual(faults, []);
}

/** Two dates side by side, with a divider that the mouse and keys move. */
async function swipe() {
  const { page, faults } = await open(desk);
  await signIn(page, "owner", `#date=${SUMMER}&layer=RGB`);
  await idle(page);
  await page.click("text=Compare");
  await page.waitForSelector("body[data-compare=idle]", { state: "attached" });
  const left = address(page).get("compare");
  assert.ok(left && left !== SUMMER);
  const named = (label) => page.getByLabel(label, { exact: true }).locator("option").allTextContents();
  assert.deepEqual(await named("Layer on the left"), await named("Layer"), "a layer has the same name on both sides");
  const both = await page.evaluate((points) => {
    const [main, other] = [...document.querySelectorAll(".maplibregl-canvas")].map((canvas) => {
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
      copy.drawImage(canvas, 0, 0);
      return points.map(({ x, y }) => [...copy.getImageData(x, y, 1, 1).data].join());
    });
    return main.filter((colour, i) => colour !== other[i]).length;
  }, spots);
  assert.ok(both > 0, "the two dates differ");
  const at = () => page.getAttribute(".divider", "aria-valuenow");
  await page.focus(".divider");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await at(), "45");
  const box = await page.locator(".divider").boundingBox();
  await page.mouse.move(box.x + 2, 500);
  await page.mouse.down();
  await page.mouse.move(box.x + 150, 500, { steps: 4 });
  await page.mouse.up();
  assert.ok(Number(await at()) > 50, "the line follows the mouse");
  await page.screenshot({ path: `${folder}/map-swipe.png` });
  await accessible(page, "two dates");
  await page.click("[aria-label='End the comparison']");
  await page.waitForSelector(".swipe", { state: "detached" });
  assert.deepEqual(faults, []);
}

/** Saved colours are a style for all people who may read the collection. */
async function savedStyle() {
  const { page, faults } = await open(coarse);
  await signIn(page, "owner", `#date=${SUMMER}&layer=NDVI&ramp=magma&range=0.1,0.7`);
  await idle(page);
  await page.getByLabel("Save as a style").fill("Vigour");
  const [answer] = await Promise.all([page.waitForResponse((one) => /tilesets$/.test(one.url()) && one.request().method() === "POST"), page.click("button:text-is('Save')")]);
  const { id } = await answer.json();
  await page.waitForFunction((wanted) => document.querySelector(".choose select[name=style]")?.value === wanted, `tileset.${id}`);
  assert.equal(address(page).get("ramp"), null);
  await idle(page);
  const tiles = [];
  page.on("request", (request) => /\/tilejson\.json/.test(request.url()) && tiles.push(new URL(request.url()).searchParams));
  await afterRequest(page, () => page.selectOption(".choose select[name=style]", ""));
  await afterRequest(page, () => page.selectOption(".choose select[name=style]", { label: "Vigour" }), /tilejson.*colormap_name=magma/);
  const last = tiles.at(-1);
  assert.deepEqual([last.get("layers"), last.get("colormap_name"), last.get("rescale")], ["NDVI", "magma", "0.1,0.7"]);
  assert.match(await page.textContent(".legend .scale"), /0\.1.*0\.7/);
  await page.screenshot({ path: `${folder}/map-style.png` });
  const link = page.url();
  await page.goto("about:blank");
  await Promise.all([page.waitForRequest((request) => /tilejson.*colormap_name=magma/.test(request.url())), page.goto(link)]);
  await idle(page);
  assert.deepEqual(faults, []);
  await fetch(`${base}/api/v2/collections/demo-s2/tilesets/${id}`, { method: "DELETE", headers: auth });
}

/** A layer of the collection's map style can be chosen; it may compute with bands. */
async function mapStyle() {
  const style = `${base}/api/v2/collections/demo-s2/style`;
  const document = await (await fetch(style, { headers: auth })).json();
  document.sources.green = { ...document.sources.NDVI, tiles: [document.sources.NDVI.tiles[0].replace("layers=NDVI", "expression=(B08-B03)/(B08%2BB03)&colormap_name=viridis&rescale=0,1")] };
  document.layers.push({ id: "green", type: "raster", source: "green", metadata: { title: "Green index" }, layout: { visibility: "none" } });
  const put = await fetch(style, { method: "PUT", headers: auth, body: JSON.stringify(document) });
  assert.equal(put.status, 200, await put.text());
  const { page, faults } = await open(coarse);
  await signIn(page, "owner", `#date=${SUMMER}&layer=NDVI`);
  await idle(page);
  const before = await seen(page, [{ x: 600, y: 400 }]);
  await afterRequest(page, () => page.selectOption(".choose select[name=style]", { label: "Green index" }));
  await until(page, async () => (await seen(page, [{ x: 600, y: 400 }])).join() !== before.join());
  await page.click("summary:has-text('Export')");
  await page.waitForSelector("text=cannot be exported");
  assert.ok(await page.locator("button:has-text('Export NDVI')").isDisabled());
  await accessible(page, "a style of the collection");
  assert.deepEqual(faults, []);
  await fetch(style, { method: "DELETE", headers: auth });
}

/** A bulk job from its start to its file, and a long one that is cancelled. */
async function exporting() {
  const { page, faults } = await open(coarse);
  await signIn(page, "owner", `#date=${SUMMER}&range=0.1,0.8`);
  await idle(page);
  await page.click("summary:has-text('Export')");
  await page.click("button:has-text('Export NDVI')");
  const exported = page.locator(".jobs li", { hasText: "NDVI" });
  const link = await exported.locator("a").getAttribute("href");
  const start = await page.evaluate(async (href) => (await (await fetch(href)).text()).slice(0, 7), link);
  assert.equal(start, "PMTiles", "the file is a PMTiles archive");
  await exported.locator("text=Remove").click();
  await exported.waitFor({ state: "detached" });

  const bands = ["B02", "B03", "B04", "B08"];
  const others = (...taken) => bands.filter((band) => !taken.includes(band));
  const triples = bands.flatMap((a) => others(a).flatMap((b) => others(a, b).map((c) => `${a},${b},${c}`)));
  const answer = await fetch(`${base}/api/v2/collections/bulk-operations`, {
    method: "POST",
    headers: auth,
    body: JSON.stringify({ collection: "demo-s2", layers: triples, zooms: { min: 12, max: 16 }, datetimes: ["2026-01-01/2026-12-31"], output: "directory" }),
  });
  assert.equal(answer.status, 202);
  const { counts } = await answer.json();
  await page.click("summary:has-text('Export')");
  await page.click("summary:has-text('Export')");
  const long = page.locator(".jobs li", { hasText: "B02,B03,B04" });
  await until(page, async () => Number(await long.locator("progress").getAttribute("value")) > 0);
  assert.match(await long.textContent(), new RegExp(`[\\d,]+ of ${counts.total.toLocaleString("en-GB")} tiles`));
  await page.screenshot({ path: `${folder}/map-jobs.png` });
  await accessible(page, "a running job");
  await long.locator("text=Cancel").click();
  await long.locator("small:has-text('Cancelled')").waitFor();
  await long.locator("text=Remove").click();
  await long.waitFor({ state: "detached" });
  assert.deepEqual(faults, []);
}

/** Without a date in the link the newest clear picture is shown; values and classes are told and counted. */
async function clearAndCounted() {
  const { page, faults } = await open(coarse);
  await signIn(page, "owner", "#page=map&layer=NDVI");
  await idle(page);
  const { latestClear } = await page.evaluate(async () => (await fetch("/api/v2/collections/demo-s2/time?cloudCover=true")).json());
  assert.equal(address(page).get("date"), latestClear);
  assert.match(await page.textContent(".time output"), /newest clear picture/);
  await page.click(".choose >> text=Histogram");
  await page.waitForSelector(".bars i");
  const view = await page.getAttribute(".bars", "aria-label");
  const canvas = await page.locator(".maplibregl-canvas").boundingBox();
  await page.mouse.click(canvas.x + canvas.width * 0.45, canvas.y + canvas.height * 0.55);
  await page.waitForFunction((was) => document.querySelector(".bars") && document.querySelector(".bars").getAttribute("aria-label") !== was, view);
  assert.match(await page.textContent(".choose .extent [aria-pressed=true]"), /Parcel \d+/, "the histogram is that of the field");
  await page.mouse.move(canvas.x + canvas.width * 0.46, canvas.y + canvas.height * 0.5);
  await page.locator(".legend .under", { hasText: /\d/ }).waitFor();

  await afterRequest(page, () => page.selectOption(".choose label:nth-of-type(2) select", "CLOUD"));
  await page.locator(".legend li", { hasText: "Cloud" }).waitFor();
  await page.locator(".shares li", { hasText: /Clear sky\s*100/ }).waitFor();
  await page.mouse.move(canvas.x + canvas.width * 0.47, canvas.y + canvas.height * 0.52);
  await page.locator(".legend .under", { hasText: "Clear" }).waitFor();
  assert.match(await page.textContent(".panel .now"), /CLOUD\s+Clear/);
  await accessible(page, "map with a histogram");
  assert.deepEqual(faults, []);
}

await walk(clearAndCounted, colours, quickChoices, overlay, animation, swipe, savedStyle, mapStyle, exporting);
