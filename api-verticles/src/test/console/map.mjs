// Tests of the map page in a real browser; see browser.mjs.
import assert from "node:assert/strict";
import { accessible, address, base, coarse, desk, focusShows, folder, idle, lyingWindow, open, seen, signIn, still, until, walk } from "./browser.mjs";

const auth = { Authorization: "Bearer glebe-dev-token", "Content-Type": "application/json" };
const SUMMER = "2026-06-30T10:00:31Z";
const CLOUDED = "2026-03-02T10:00:31Z";

/** Changes the page and waits for the answer to a TileJSON request that began after the change, then for an idle map. */
async function afterRequest(page, change, wanted = /tilejson\.json/) {
  const request = page.waitForRequest((one) => wanted.test(one.url()));
  await Promise.all([request.then((one) => one.response()), change()]);
  await idle(page);
}

/** The colours of the tiles of the API at the same points. */
const served = (page, points, tile) =>
  page.evaluate(
    async ({ wanted, template, zoom, view, size }) => {
      const [lon, lat, level] = view;
      const world = 256 * 2 ** level;
      const mercator = (degrees) => Math.log(Math.tan(Math.PI / 4 + (degrees * Math.PI) / 360));
      const centre = { x: ((lon + 180) / 360) * world, y: (0.5 - mercator(lat) / (2 * Math.PI)) * world };
      const contexts = new Map();
      const colours = [];
      for (const { x, y } of wanted) {
        const shrink = 2 ** (zoom - level);
        const px = (centre.x + x - size.width / 2) * shrink;
        const py = (centre.y + y - size.height / 2) * shrink;
        const key = `${Math.floor(px / 256)}/${Math.floor(py / 256)}`;
        if (!contexts.has(key)) {
          const [column, row] = key.split("/");
          const url = template.replace("{z}", zoom).replace("{x}", column).replace("{y}", row);
          const bitmap = await createImageBitmap(await (await fetch(url)).blob());
          const context = new OffscreenCanvas(256, 256).getContext("2d", { willReadFrequently: true });
          context.drawImage(bitmap, 0, 0);
          contexts.set(key, context);
        }
        const at = (value) => Math.floor(((value % 256) + 256) % 256);
        const around = [];
        for (let dy = -1; dy <= 1; dy++)
          for (let dx = -1; dx <= 1; dx++) {
            const cx = Math.min(255, Math.max(0, at(px) + dx));
            const cy = Math.min(255, Math.max(0, at(py) + dy));
            around.push([...contexts.get(key).getImageData(cx, cy, 1, 1).data]);
          }
        colours.push(around);
      }
      return colours;
    },
    { wanted: points, ...tile },
  );

/** Compares canvas and tiles on a grid of points; a point counts when a pixel next to it has its colour. */
async function comparePixels(page, tileTemplate, maxZoom) {
  const size = await page.evaluate(() => {
    const { clientWidth: width, clientHeight: height } = document.querySelector(".maplibregl-canvas");
    return { width, height };
  });
  const hash = new URLSearchParams(new URL(page.url()).hash.slice(1));
  const [lon, lat, level] = hash.get("view").split(",").map(Number);
  const zoom = Math.min(maxZoom, Math.round(level + 1)); // the map counts levels of 512 pixels
  const points = [];
  for (let x = 0.42; x <= 0.72; x += 0.03) for (let y = 0.15; y <= 0.72; y += 0.06) points.push({ x: Math.round(size.width * x), y: Math.round(size.height * y) });
  const shown = await seen(page, points);
  const where = { zoom, view: [lon, lat, level + 1], size };
  const tiles = await served(page, points, { template: tileTemplate, ...where });
  const other = tileTemplate.replace(/datetime=[^&]+/, `datetime=${encodeURIComponent(CLOUDED)}`).replace(/&v=\d+/, "");
  const others = await served(page, points, { template: other, ...where });
  const near = (a, b) => Math.max(...[0, 1, 2].map((i) => Math.abs(a[i] - b[i]))) <= 6;
  const matches = (all) => shown.filter((colour, i) => all[i].some((one) => one[3] === 255 && near(colour, one))).length;
  const same = matches(tiles);
  assert.ok(matches(others) < points.length / 2, "the comparison can tell one date from another");
  const colours = new Set(shown.map((colour) => colour.join()));
  console.log(`pixels: ${same} of ${points.length} as served, ${colours.size} colours`);
  assert.ok(same >= points.length * 0.9, `only ${same} of ${points.length} pixels are those of the tiles`);
  assert.ok(colours.size >= 10, "the map shows one flat colour");
}

async function desktop() {
  const { page, faults } = await open({ ...desk, colorScheme: "light" });
  let tiles;
  page.on("response", async (answer) => {
    if (/tilejson\.json/.test(answer.url()) && answer.ok()) tiles = await answer.json();
  });
  const towns = page.waitForResponse(/\/assets\/places-[^/]*\.json$/);
  await signIn(page, "owner", `#date=${SUMMER}`);
  await idle(page);
  console.log("signed in, map is idle");
  assert.equal((await towns).status(), 200, "the base map has names of towns");
  assert.equal(address(page).get("date"), SUMMER, "the link's date came through the sign-in");
  assert.equal(address(page).get("layer"), "NDVI");
  await page.uncheck("text=Field outlines");
  await still(page);
  await idle(page);
  await still(page);
  await comparePixels(page, tiles.tiles[0], tiles.maxzoom);
  await page.check("text=Field outlines");

  const canvas = await page.locator(".maplibregl-canvas").boundingBox();
  await page.mouse.click(canvas.x + canvas.width * 0.45, canvas.y + canvas.height * 0.55);
  await page.waitForSelector(".panel .chart canvas");
  const value = await page.textContent(".panel .now .ink0");
  assert.match(value, /NDVI\s+-?\d/, "the panel tells the value at the point");
  assert.match(await page.textContent(".panel h2"), /Parcel \d+/, "the panel names the field");
  assert.match(await page.textContent(".summary"), /\d+ clear, \d+ cloudy/);
  const [lon, lat] = address(page).get("point").split(",").map(Number);
  const series = await page.evaluate(
    async (where) => (await fetch(`/api/v2/collections/demo-s2/point/${where}?layers=NDVI`)).json(),
    `${lon},${lat}`,
  );
  const expected = series.values.find((sample) => sample.datetime === SUMMER).value;
  assert.ok(Math.abs(Number(/-?\d+(\.\d+)?$/.exec(value.trim())[0]) - expected) < 0.0006, `${value} is not ${expected}`);
  await page.waitForTimeout(300);
  await page.screenshot({ path: `${folder}/map-light.png` });
  await accessible(page, "map with panel");
  await focusShows(page, ".choose select");

  await afterRequest(page, () => page.click("[aria-label='Later date']"));
  assert.notEqual(address(page).get("date"), SUMMER, "a step changes the date");
  const before = await seen(page, [{ x: 500, y: 300 }, { x: 600, y: 400 }, { x: 700, y: 500 }]);
  await afterRequest(page, () => page.selectOption(".choose label:nth-of-type(2) select", "RGB"));
  const after = await seen(page, [{ x: 500, y: 300 }, { x: 600, y: 400 }, { x: 700, y: 500 }]);
  assert.notDeepEqual(after, before, "another layer changes the map");
  assert.match(await page.textContent(".legend"), /B04.*B03.*B02/);
  await page.waitForSelector(".panel .now .ink2");
  await page.focus(".time input");
  await afterRequest(page, () => page.keyboard.press("Home"));
  assert.match(address(page).get("date"), /^2024-02-25/, "Home shows the oldest date");

  const link = page.url();
  await page.goto("about:blank");
  await page.goto(link);
  await idle(page);
  assert.equal(address(page).get("layer"), "RGB", "a link reproduces the page");
  await page.waitForSelector(".panel .chart canvas");

  await page.click(".rail .leave > button");
  await page.click(".rail .ask button.strong");
  await page.waitForSelector("button[name=user][value=owner]");
  console.log("signed out");
  assert.deepEqual(faults, []);
}

/** The select in the chooser whose label begins with a name. */
const part = (page, name) => page.locator(".part label").filter({ hasText: new RegExp(`^\\s*${name}`) }).locator("select");
const canvasOf = (page) => page.locator(".map-page > .map .maplibregl-canvas").boundingBox();
const spots = [{ x: 520, y: 300 }, { x: 620, y: 400 }, { x: 700, y: 480 }, { x: 760, y: 260 }];

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

/** The mean of a whole field instead of one pixel. */
async function field() {
  const { page, faults } = await open(coarse);
  await signIn(page, "owner", `#date=${SUMMER}`);
  await idle(page);
  const canvas = await canvasOf(page);
  await page.mouse.click(canvas.x + canvas.width * 0.45, canvas.y + canvas.height * 0.55);
  await page.waitForSelector(".panel .chart canvas");
  const asked = page.waitForResponse((answer) => /aggregate\/time-series.*fieldId=/.test(answer.url()));
  await page.click("text=Mean of the field");
  const { series } = await (await asked).json();
  const expected = series[0].values.find((bucket) => bucket.datetime.slice(0, 10) === SUMMER.slice(0, 10)).mean;
  await until(page, async () => {
    const said = (await page.locator(".panel .now .ink0").allTextContents()).join().trim();
    return Math.abs(Number(/-?\d+(\.\d+)?$/.exec(said)?.[0]) - expected) < 0.0006;
  });
  await page.waitForSelector(".panel .chart canvas");
  await page.screenshot({ path: `${folder}/map-field.png` });
  assert.deepEqual(faults, []);
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

/** The series of a field and of the sensors in it on one time axis, in the same steps. */
async function fieldView() {
  const parcel = await (await fetch(`${base}/api/v2/collections/demo-parcels/items/parcel-07`, { headers: auth })).json(); // one with a station
  const ring = parcel.geometry.coordinates[0].slice(0, -1);
  const middle = [0, 1].map((axis) => ring.reduce((sum, corner) => sum + corner[axis], 0) / ring.length);
  const { page, faults } = await open({ ...desk, colorScheme: "light" });
  await signIn(page, "owner", `#date=${SUMMER}&layer=NDVI&point=${middle.map((one) => one.toFixed(6)).join()}&extent=FIELD&step=P1M`);
  const chart = (text) => page.waitForFunction((wanted) => document.querySelector(".panel .chart")?.ariaLabel.includes(wanted), text);
  await chart("Soil moisture, %, 8 values");
  await chart("Series of NDVI, 26 dates");
  await page.selectOption(".beside-choice select", "Rainfall");
  await chart("Rainfall, mm, 8 values");
  await page.click("text=Weeks");
  await chart("Rainfall, mm, 34 values");
  await page.waitForFunction(() => /NDVI 0\.\d+.*week from 29 Jun 2026/.test(document.querySelector(".panel .now")?.textContent ?? ""));
  const drawn = await page.evaluate(() => {
    const canvas = document.querySelector(".panel .chart canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const has = (name) => {
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.color = `var(${name})`;
      const [r, g, b] = getComputedStyle(probe).color.match(/\d+/g).map(Number);
      probe.remove();
      let count = 0;
      for (let i = 0; i < data.length; i += 4) if (data[i] === r && data[i + 1] === g && data[i + 2] === b && data[i + 3] === 255) count++;
      return count;
    };
    return [has("--accent"), has("--second")];
  });
  assert.ok(drawn.every((pixels) => pixels > 100), `both lines are drawn: ${drawn} pixels`);
  await page.screenshot({ path: `${folder}/map-field-view.png` });
  await page.getByText("Compare and thresholds").click();
  const key = (text) => page.locator(".chart-key li").filter({ hasText: text }).waitFor();
  await page.locator(".chart-more select").nth(0).selectOption("B08");
  await page.locator(".chart-more select").nth(1).selectOption({ label: "Parcel 2" });
  await key("B08, Parcel 2");
  await page.getByLabel("Lower threshold").fill("0.4");
  await page.getByLabel("Lower threshold").press("Enter");
  await page.getByText("38 of 76 values below 0.4").waitFor();
  await page.locator(".panel .chart").hover({ position: { x: 98, y: 80 } });
  await page.waitForFunction(() => /week|20\d\d.*NDVI, Parcel 7 0\.\d/s.test(document.querySelector(".tooltip")?.textContent ?? ""));
  await page.screenshot({ path: `${folder}/map-chart.png` });
  await accessible(page, "field view");
  await page.getByRole("group", { name: "Earlier years" }).getByLabel("2025").check();
  await page.getByLabel("Mean and range of earlier years").check();
  await key("NDVI, Parcel 7 2025");
  await key("NDVI, Parcel 7, mean 2024 to 2025");
  await page.getByText("The chart is full: 2 lines are not drawn").waitFor();
  await page.locator(".panel .chart").scrollIntoViewIfNeeded();
  await page.screenshot({ path: `${folder}/map-years.png` });
  await page.getByLabel("Mean and range of earlier years").uncheck();
  await page.getByRole("group", { name: "Earlier years" }).getByLabel("2025").uncheck();
  const link = page.url();
  await page.goto("about:blank");
  await page.goto(link);
  await chart("Rainfall, mm, 34 values");
  await key("B08, Parcel 2");
  await page.selectOption(".beside-choice select", "-");
  await page.waitForFunction(() => !document.querySelector(".panel .chart")?.ariaLabel.includes(";"));
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

async function dark() {
  const { page, faults } = await open({ ...desk, colorScheme: "dark" });
  await signIn(page, "owner", `#date=${SUMMER}&layer=RGB&point=15.494030,46.017045`);
  await idle(page);
  await page.waitForSelector(".panel .chart canvas");
  await accessible(page, "dark map");
  await page.screenshot({ path: `${folder}/map-dark.png` });
  assert.deepEqual(faults, []);
}

async function phone() {
  const { page, faults } = await open({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });
  await signIn(page, "owner", `#date=${SUMMER}`);
  await idle(page);
  await page.screenshot({ path: `${folder}/map-phone.png` });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  assert.ok(!wide, "the page does not scroll sideways");
  await page.touchscreen.tap(160, 330);
  await page.waitForSelector(".panel .chart canvas");
  await page.waitForTimeout(300);
  const [sheet, slider] = await Promise.all([".panel", ".time"].map((one) => page.locator(one).boundingBox()));
  assert.ok(sheet.y + sheet.height <= slider.y, "the sheet leaves the slider free");
  assert.ok(sheet.y >= 200, "and a part of the map");
  await page.screenshot({ path: `${folder}/sheet-phone.png` });
  await accessible(page, "phone");
  assert.deepEqual(faults, []);
}

/** A person without a farm sees a hint and no error of the machine. */
async function stranger() {
  const { page, faults } = await open(coarse);
  await signIn(page, "stranger", "");
  await page.waitForSelector(".choose .hint, .choose .fault");
  await page.screenshot({ path: `${folder}/map-stranger.png` });
  assert.deepEqual(faults.filter((fault) => !/403/.test(fault)), []);
}

/** A link to a collection, a layer or a date that is not there says so. */
async function brokenLinks() {
  const { page, faults } = await open(coarse);
  await signIn(page, "manager", "#page=map&collection=nope");
  await page.getByText("The collection of this link is not there").waitFor();
  assert.equal(await page.locator(".time, .legend").count(), 0, "nothing else is shown in its place");
  await page.getByLabel("Collection").selectOption({ label: "Sample farm from space" });
  await idle(page);
  assert.equal(await page.locator(".choose .fault").count(), 0);
  for (const [link, isNamed] of [["layer=NOPE", true], ["date=1999-01-01T00:00:00Z", true], ["layer=RGB", false]]) {
    await page.goto("about:blank");
    await page.goto(`${base}/console/#page=map&${link}`);
    await idle(page);
    assert.equal(await page.getByText("no such layer or date").count(), isNamed ? 1 : 0, link);
  }
  await linksInside(page);
  assert.deepEqual(faults, []);
}

/** A link that is opened inside the open page, by its address: nothing of the picture before stays where it names no other one. */
async function linksInside(page) {
  const to = (hash) => page.evaluate((next) => (location.hash = next), hash);
  const view = address(page).get("view");
  const middle = [{ x: 596, y: 200 }]; // beside the outlines
  const [picture] = await seen(page, middle);
  await to(`page=map&collection=nope&view=${view}`);
  await page.getByText("The collection of this link is not there").waitFor();
  await until(page, async () => String(await seen(page, middle)) === "236,238,232,255"); // the ground of the map
  assert.equal(await page.locator(".time, .legend").count(), 0, "nothing else is shown in its place");
  await to(`page=map&view=${view}&layer=RGB`);
  await until(page, async () => String(await seen(page, middle)) === String(picture));
  await to(`page=map&view=${view}&layer=NOPE`);
  await page.getByText("no such layer or date").waitFor();
  await idle(page);
  assert.equal(address(page).get("layer"), "NDVI");
}

/** A link to a point shows its surroundings, also where the panel would cover the point. */
async function linkToAPoint() {
  const { page, faults } = await open(lyingWindow);
  await signIn(page, "viewer", "#page=map&point=15.494900,46.021400");
  await page.locator(".panel h2", { hasText: "Parcel" }).waitFor();
  await page.locator(".time output", { hasText: /\d/ }).waitFor();
  await idle(page);
  assert.ok(Number(address(page).get("view").split(",")[2]) > 12, address(page).get("view"));
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

const STEPS = 8;

/** The controls of the map speak the person's language; a refused position is said, and a typed one is found. */
async function positions() {
  const { page, faults } = await open({ ...coarse, locale: "de" });
  await signIn(page, "owner", "");
  await idle(page);
  for (const name of ["Vergrößern", "Verkleinern", "Alles zeigen"]) await page.locator(".map").getByRole("button", { name }).waitFor();
  await page.locator(".map").getByRole("button", { name: "Meine Position" }).click();
  const said = page.locator(".no-position");
  await said.waitFor();
  assert.match(await said.textContent(), /^Keine Position/);
  await accessible(page, "a refused position");
  await said.getByRole("button", { name: "Schließen" }).click();
  await said.waitFor({ state: "detached" });
  const shown = await page.textContent(".coordinates");
  const search = page.locator(".search input");
  for (const text of [shown, "46,012 15,498", `46°00'43"N 15°29'53"E`]) {
    await search.fill(text);
    await page.locator(".search [role=option]", { hasText: "Koordinaten" }).waitFor();
  }
  await search.press("Enter");
  await page.locator(".panel h2", { hasText: "Parcel 17" }).waitFor();
  assert.deepEqual(faults, []);
}

/** Prints the first paint and the steps between dates whose tiles the browser has; a loaded machine is slow, so nothing is asserted. */
async function figures() {
  const { page, faults } = await open(coarse);
  await signIn(page, "owner", `#date=${SUMMER}`);
  await idle(page);
  await page.reload();
  await idle(page);
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
  /** From the press until the tiles of the date are drawn. */
  const step = (label) =>
    page.evaluate(
      (name) =>
        new Promise((resolve) => {
          const start = performance.now();
          const { body } = document;
          let began = false; // tiles that are loaded ahead end now and then
          const seen = new MutationObserver(() => {
            began ||= body.dataset.map !== "idle";
            if (!began || body.dataset.map !== "idle") return;
            seen.disconnect();
            resolve(performance.now() - start);
          });
          seen.observe(body, { attributeFilter: ["data-map"] });
          document.querySelector(`[aria-label='${name}']`).click();
        }),
      label,
    );
  const middle = (times) => Math.round(times.sort((a, b) => a - b)[times.length >> 1]);
  const steps = async (label, pause) => {
    const times = [];
    for (let i = 0; i < STEPS; i++) {
      times.push(await step(label));
      await page.waitForTimeout(pause);
    }
    return times;
  };
  await steps("Later date", 300); // from here on the browser has the tiles
  const [turn, ...on] = await steps("Earlier date", 500);
  const quick = await steps("Later date", 0);
  console.log(`first paint ${Math.round(paint)} ms (aim: 500); date step on warm tiles, drawn by software (aim: 150): ${middle(on)} ms after a pause, ${Math.round(turn)} ms after a turn, ${middle(quick)} ms without a pause`);
  assert.deepEqual(faults, []);
}

/** A step to another date draws the map once or twice, and tiles that are no longer wanted are not waited for. */
async function stepsAtOnce() {
  const { page, faults } = await open(coarse);
  await page.addInitScript(() => {
    const { prototype } = WebGL2RenderingContext;
    const { clear } = prototype;
    globalThis.drawn = new Set();
    prototype.clear = function (mask) {
      globalThis.drawn.add(document.timeline.currentTime); // the same for all that is done in one frame
      return clear.call(this, mask);
    };
  });
  await signIn(page, "owner", `#date=${SUMMER}`);
  await idle(page);
  const step = async (label) => {
    const earlier = address(page).get("date");
    await page.evaluate((name) => {
      document.body.dataset.map = "loading";
      document.querySelector(`[aria-label='${name}']`).click();
    }, label);
    await until(page, () => address(page).get("date") !== earlier);
    await idle(page);
  };
  for (let i = 0; i < 5; i++) await step("Later date"); // some are dropped again
  await page.evaluate(() => globalThis.drawn.clear());
  for (let i = 0; i < 3; i++) await step("Later date");
  const drawn = await page.evaluate(() => globalThis.drawn.size);
  assert.ok(drawn <= 6, `${drawn} drawings for three steps`);

  const ended = new Set();
  page.on("requestfailed", (request) => ended.add(new URL(request.url()).searchParams.get("datetime")));
  const slow = /\/tiles\/WebMercatorQuad\/\d/;
  await page.route(slow, () => {}); // no answer
  const jump = async (key) => {
    await Promise.all([page.waitForRequest(slow), page.locator(".time input").press(key)]);
    return address(page).get("date");
  };
  const first = await jump("Home");
  const last = await jump("End");
  await until(page, () => ended.has(first));
  assert.ok(!ended.has(last));
  await page.mouse.move(600, 300);
  await page.mouse.down();
  await page.mouse.move(630, 320, { steps: 3 });
  await page.mouse.up();
  await until(page, () => ended.has(last));
  await page.unroute(slow);
  assert.deepEqual(faults, []);
}

await walk(desktop, clearAndCounted, stepsAtOnce, figures, colours, quickChoices, overlay, animation, swipe, field, fieldView, savedStyle, mapStyle, exporting, dark, phone, stranger, brokenLinks, linkToAPoint, positions);
