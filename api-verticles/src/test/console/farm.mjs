// Tests of the farm page in a real browser; see browser.mjs.
import assert from "node:assert/strict";
import { accessible, address, api, base, coarse, desk, focusShows, folder, idle, open, seen, signIn, still, undo, until, walk } from "./browser.mjs";

const FIELD = "5a3d1c00-0000-4000-8001-000000000007"; // Parcel 7 of the sample: regions, activities, records, a photo
const item = (page, name) => page.locator("[role=treeitem]", { hasText: name }).first();

async function openFarm(options, hash = "#page=farm") {
  const opened = await open(options);
  await signIn(opened.page, "owner", hash);
  await opened.page.waitForSelector("[role=treeitem]");
  await idle(opened.page);
  return opened;
}

/** The colour in the middle of a field on the canvas. */
async function colourOf(page, id) {
  const [lon, lat, zoom] = address(page).get("view").split(",").map(Number);
  const point = await page.evaluate(
    async ({ id, lon, lat, zoom }) => {
      const feature = await (await fetch(`/v1/features/collections/fields/items/${id}`)).json();
      const ring = feature.geometry.coordinates[0].slice(0, -1);
      const mean = (axis) => ring.reduce((sum, corner) => sum + corner[axis], 0) / ring.length;
      const world = 512 * 2 ** zoom;
      const mercator = (degrees) => Math.log(Math.tan(Math.PI / 4 + (degrees * Math.PI) / 360));
      const { clientWidth, clientHeight } = document.querySelector(".maplibregl-canvas");
      return {
        x: clientWidth / 2 + ((mean(0) - lon) / 360) * world,
        y: clientHeight / 2 + 14 - ((mercator(mean(1)) - mercator(lat)) / (2 * Math.PI)) * world, // below the name
      };
    },
    { id, lon, lat, zoom },
  );
  const [colour] = await seen(page, [point]);
  return { point, colour };
}

async function desktop() {
  const { page, faults } = await openFarm({ ...desk, colorScheme: "light" });
  assert.equal(await page.locator("[role=treeitem]").count(), 25, "the sample farm has 25 fields");
  const [background] = await seen(page, [{ x: 400, y: 780 }]);
  const { point, colour } = await colourOf(page, FIELD);
  assert.notDeepEqual(colour, background, "the field is filled");
  assert.ok(colour[1] > colour[0] && colour[1] > colour[2], `fields are green, not ${colour}`);

  await page.mouse.click(point.x + (await page.locator(".map").boundingBox()).x, point.y);
  await page.waitForSelector(".panel h2");
  assert.equal(await page.textContent(".panel h2"), "Parcel 7", "a click on the map chooses the field");
  assert.equal(address(page).get("place"), FIELD);
  await page.waitForSelector("[aria-label=Crops] .entries");
  assert.match(await page.textContent("[aria-label=Crops]"), /Maize/);
  await page.waitForSelector("[aria-label=Activities] .entries");
  assert.match(await page.textContent("[aria-label=Activities]"), /Fertilisation.*Completed/);
  await page.waitForFunction(() => [...document.querySelectorAll(".files img")].some((img) => img.naturalWidth === 320));
  await idle(page);
  await still(page);
  await page.screenshot({ path: `${folder}/farm-light.png` });
  await accessible(page, "farm with panel");
  await focusShows(page, ".list select");
  assert.deepEqual(faults, []);
}

async function keyboard() {
  const { page, faults } = await openFarm(coarse);
  const text = () => page.evaluate(() => document.activeElement.querySelector(".name")?.textContent);
  await item(page, "Parcel 7").focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector("[role=treeitem][aria-level='2']");
  await page.keyboard.press("ArrowRight");
  const first = await text();
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-level")), "2", `${first} is a region`);
  await item(page, "West zone").focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector("[role=treeitem][aria-level='3']");
  await page.keyboard.press("ArrowDown");
  assert.equal(await text(), "Trial plot");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector(".panel h2")?.textContent === "Trial plot");
  assert.match(await page.textContent(".panel .where"), /in Parcel 7, West zone/);
  await item(page, "Trial plot").focus();
  await page.keyboard.press("Home");
  assert.equal(await text(), "Parcel 1");
  await page.fill(".find", "parcel 12");
  await page.waitForFunction(() => document.querySelectorAll("[role=treeitem]").length === 1);

  const link = page.url();
  await page.goto("about:blank");
  await page.goto(link);
  await page.waitForFunction(() => document.querySelector(".panel h2")?.textContent === "Trial plot");
  assert.deepEqual(faults, []);
}

/** A record with a photo: first refused, with the reason at its input, then stored. */
async function adding() {
  const { page, faults } = await openFarm(desk, `#page=farm&place=${FIELD}`);
  await page.click("text=Add a record");
  await page.waitForSelector(".record-form option[value=PHENOLOGY]", { state: "attached" });
  await page.selectOption(".record-form select", "PHENOLOGY");
  await page.getByLabel("Growth stage *").fill("ripe");
  await page.click(".record-form button.strong");
  await page.waitForSelector(".record-form [aria-invalid=true]");
  assert.deepEqual(faults.splice(0).filter((fault) => !/422/.test(fault)), []);

  await page.getByLabel("Growth stage *").fill("61");
  const photo = { name: "flowering ü.png", mimeType: "image/png", buffer: await page.screenshot() };
  await page.setInputFiles(".record-form input[type=file]", photo);
  let shown = false;
  await page.route("**/{attachments,uploads}/*", async (route) => {
    await page.waitForSelector(".record-form progress");
    shown = true;
    await page.screenshot({ path: `${folder}/farm-sending.png` });
    await route.continue();
  });
  await page.click(".record-form button.strong");
  await page.waitForSelector(".record-form", { state: "detached" });
  assert.ok(shown, "progress is shown while the photo goes up");
  await page.waitForFunction(() => [...document.querySelectorAll(".files img")].some((img) => /flowering ü/.test(img.alt) && img.naturalWidth === 1280));
  assert.match(await page.textContent("[aria-label=Records] .entries"), /Phenology.*61/s);
  await page.unroute("**/{attachments,uploads}/*");
  const entry = page.locator("[aria-label=Records] .entries > li", { hasText: "Phenology" }).first();
  await entry.getByText("The record can be deleted when it has no files.").waitFor();
  await entry.getByRole("button", { name: "Remove flowering" }).click();
  await entry.getByRole("button", { name: "Remove it" }).click();
  await entry.getByRole("button", { name: "Delete the record" }).waitFor();
  assert.equal(await entry.locator(".files img").count(), 0, "the file is gone");
  assert.deepEqual(faults, []);
}

async function dark() {
  const { page, faults } = await openFarm({ ...desk, colorScheme: "dark" }, `#page=farm&place=${FIELD}`);
  await page.waitForSelector(".files img");
  await page.click("text=Add a record");
  await page.waitForSelector(".record-form option[value=PHENOLOGY]", { state: "attached" });
  await still(page);
  await accessible(page, "dark farm with form");
  await page.screenshot({ path: `${folder}/farm-dark.png` });
  assert.deepEqual(faults, []);
}

async function phone() {
  const { page, faults } = await openFarm({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });
  await still(page);
  await page.screenshot({ path: `${folder}/farm-phone.png` });
  await item(page, "Parcel 7").tap();
  await page.waitForSelector(".files img");
  await page.waitForFunction(() => [...document.querySelectorAll(".files img")].every((img) => img.complete));
  await idle(page);
  await still(page);
  await page.screenshot({ path: `${folder}/farm-sheet-phone.png` });
  assert.ok(!(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)), "the page does not scroll sideways");
  await accessible(page, "farm on a phone");
  assert.deepEqual(faults, []);
}

/** A person without access sees the reason. */
/** Whose farm has no field is led to the page that draws one. */
async function noFields() {
  const { page, faults } = await open(coarse);
  await signIn(page, "neighbour", "#page=farm");
  await page.getByText("This farm has no fields yet.").waitFor();
  await page.getByRole("link", { name: "Draw a field" }).click();
  await page.getByRole("button", { name: "Draw a field" }).waitFor();
  assert.deepEqual(faults, []);
}

/** An administrator knows all farms and reads the fields of none, and is not offered to keep one. */
async function keepsNone() {
  const { page, faults } = await open(coarse);
  await signIn(page, "admin", "#page=offline");
  await page.getByText("You have no farm yet.").waitFor();
  assert.equal(await page.getByRole("button", { name: /^Keep/ }).count(), 0);
  assert.deepEqual(faults, []);
}

async function stranger() {
  const { page, faults } = await open(coarse);
  await signIn(page, "stranger", "#page=farm");
  await page.waitForSelector(".list .fault, .list .hint");
  assert.deepEqual(faults.filter((fault) => !/403/.test(fault)), []);
}

/** A farm of 10,000 fields, which are answered in place of the platform; the first ones are those of the sample. */
async function manyFields() {
  const { page, faults } = await open(coarse);
  const number = 10_000;
  await page.route(/\/features\/collections\/fields\/items\?/, async (route) => {
    const response = await route.fetch();
    const { features: real, ...rest } = await response.json();
    const moved = (feature, i) => {
      const [east, north] = [(i % 100) / 1000, Math.floor(i / 100) / 1000];
      const [ring] = feature.geometry.coordinates;
      const geometry = { type: "Polygon", coordinates: [ring.map(([lon, lat]) => [lon + east, lat + north])] };
      const id = `00000000-0000-4000-8000-${String(i).padStart(12, "0")}`;
      return { ...feature, id, geometry, properties: { ...feature.properties, id, name: `Plot <i>${i}</i>` } };
    };
    const features = Array.from({ length: number }, (_, i) => real[i] ?? moved(real[i % real.length], i));
    await route.fulfill({ json: { ...rest, features, links: [] } });
  });
  const start = performance.now();
  await signIn(page, "owner", "#page=farm");
  await page.waitForSelector("[role=treeitem]");
  await idle(page);
  console.log(`${number} fields: the map is idle after ${((performance.now() - start) / 1000).toFixed(1)} s`);
  const drawn = await page.locator("[role=treeitem]").count();
  const others = (number - drawn).toLocaleString("en-GB");
  await page.getByText(new RegExp(`^(${number - drawn}|${others}) more: type a part of the name`)).waitFor();
  await page.fill(".find", "9999");
  await until(page, async () => (await page.locator("[role=treeitem]").count()) === 1);
  assert.equal((await page.textContent("[role=treeitem] .name")).trim(), "Plot <i>9999</i>", "markup in a name is text");
  await page.fill(".find", "Parcel 7");
  await item(page, "Parcel 7").click();
  await page.waitForFunction(() => document.querySelector(".panel h2")?.textContent === "Parcel 7");
  assert.deepEqual(faults, []);
}

/** A browser without WebGL has no map, says what to do, and everything beside the map works. */
async function withoutWebGL() {
  const { page, faults } = await open(coarse);
  await page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      return kind.startsWith("webgl") ? null : getContext.call(this, kind, ...rest);
    };
  });
  await signIn(page, "owner", "#page=farm");
  const told = page.getByText("This browser cannot draw maps: WebGL is switched off or missing.");
  await told.waitFor();
  await accessible(page, "a browser without WebGL");
  await page.screenshot({ path: `${folder}/farm-no-webgl.png` });
  await item(page, "Parcel 7").click();
  await page.waitForSelector("[aria-label=Activities] .entries");
  for (const name of ["Fields", "Sensors", "Map"]) {
    await page.locator("nav.rail").getByRole("link", { name, exact: true }).click();
    await page.getByRole("heading", { name, level: 1 }).waitFor({ state: "attached" });
    await told.waitFor();
    assert.equal(await page.getByRole("button", { name: "Try again" }).count(), 0, "trying again gives no map");
    assert.equal(await page.getByRole("button", { name: /^(Draw|Measure)/ }).count(), 0, "nothing is drawn without a map");
  }
  assert.deepEqual(faults, []);
}

/** In the customary units of the United States values are typed in them, stored in the units of the catalogue, and shown with them. */
async function customaryUnits() {
  const { page, faults } = await open(coarse);
  await page.addInitScript(() => localStorage.setItem("glebe-units", "us"));
  await signIn(page, "owner", `#page=farm&place=${FIELD}`);
  await page.click("text=Add a record");
  const form = page.getByRole("form", { name: "New record" });
  await form.getByLabel("Type *").selectOption("WEATHER");
  await form.getByLabel("Air temperature in °F").fill("68");
  await form.getByLabel("Precipitation in in").fill("0.5");
  await form.getByRole("button", { name: "Save" }).click();
  const entry = page.locator(".entries > li", { hasText: "Weather" }).first();
  await entry.getByText("68 °F").waitFor();
  await entry.getByText("0.5 in").waitFor();
  const { items } = await api("owner", "GET", "/v1/data?limit=1000");
  const stored = items.find(({ payload }) => payload?.precipitation !== undefined).payload;
  assert.deepEqual([stored.airTemperature, Math.round(stored.precipitation * 100) / 100], [20, 12.7]);
  await page.goto(`${base}/console/#page=fields&place=${FIELD}`);
  await page.getByText("Name and details").click();
  const area = page.getByLabel("Stated area in ac");
  await area.fill("40");
  await page.getByRole("form", { name: "Name and details" }).getByRole("button", { name: "Save" }).click();
  await page.getByText("40 ac stated").waitFor();
  const field = await api("owner", "GET", `/v1/fields/${FIELD}`);
  assert.equal(field.area.toFixed(3), "16.187", "hectares");
  await undo(page);
  assert.deepEqual(faults, []);
}

/** A tab that was open while the platform got a newer build: the files of its own build are not there any more. */
async function stale() {
  const { page, faults } = await openFarm(coarse);
  const files = /\/console\/assets\//;
  await page.route(files, (route) => route.fulfill({ status: 404, body: "" }));
  await page.click("nav.rail >> text=Sensors");
  await page.locator(".alone [role=alert]", { hasText: "newer version of the console. Load the page again." }).waitFor();
  await page.unroute(files);
  await page.click(".alone >> text=Try again");
  await page.getByRole("button", { name: /Station Parcel 7/ }).first().waitFor();
  assert.equal(address(page).get("page"), "sensors", "the page of the link is open after the reload");
  assert.deepEqual(faults.filter((fault) => !/assets|status of 404/.test(fault)), []);
}

/** A field on a page for a printer: in light colours, without controls, and with nothing cut off. */
async function printed() {
  const { page, faults } = await openFarm({ ...desk, colorScheme: "dark" }, `#page=farm&place=${FIELD}`);
  await page.waitForSelector(".panel h2");
  await page.click(".panel >> text=Print");
  await page.waitForSelector(".paper .chart canvas");
  await page.waitForFunction(() => [...document.querySelectorAll(".paper .files img")].some((img) => img.naturalWidth === 320));
  const picture = await page.getAttribute(".paper image", "href");
  const shown = await page.evaluate(async (href) => {
    const bitmap = await createImageBitmap(await (await fetch(href)).blob());
    const copy = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    copy.drawImage(bitmap, 0, 0);
    return [...copy.getImageData(bitmap.width / 2, bitmap.height / 2, 1, 1).data];
  }, picture);
  assert.equal(shown[3], 255, "the picture has the field in its middle");
  const text = await page.textContent(".paper");
  for (const part of ["Parcel 7", "Sample farm", "18.11 ha", "Maize", "Fertilisation", "Soil sample"]) assert.ok(text.includes(part), part);
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(236, 238, 232)", "paper is light");
  await accessible(page, "a field for a printer");
  await page.screenshot({ path: `${folder}/farm-sheet.png` });
  const printing = page.evaluate(() => new Promise((resolve) => (globalThis.print = () => resolve())));
  await page.click(".paper >> text=Print");
  await printing;
  await page.emulateMedia({ media: "print" });
  const controls = page.locator("button, input, summary, a:not(:has(img))");
  assert.deepEqual(await controls.evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.outerHTML)), [], "nothing on paper can be pressed");
  const breaks = await page.locator(".paper :is(h1, h3, .head)").evaluateAll((all) => all.map((one) => getComputedStyle(one).breakAfter));
  assert.deepEqual([...new Set(breaks)], ["avoid"], "no heading is alone at the foot of a page");
  await page.pdf({ path: `${folder}/farm-sheet.pdf`, format: "A4" });
  const [whole, last] = await page.evaluate(() => [
    document.documentElement.scrollHeight,
    document.querySelector(".paper").lastElementChild.getBoundingClientRect().bottom,
  ]);
  assert.ok(last <= whole + 1 && last > 800, `all of it is on the paper: ${last} of ${whole}`);
  await page.emulateMedia({ media: null });
  await page.click("text=Back to the map");
  await page.waitForSelector(".panel h2");
  assert.deepEqual(faults, []);
}

/** What the platform refuses of a record is said at its input, in the words of the form. */
async function refusals() {
  const { page, faults } = await openFarm(coarse, `#page=farm&place=${FIELD}`);
  await page.click("text=Add a record");
  const form = page.getByRole("form", { name: "New record" });
  const type = form.getByLabel("Type *");
  const save = () => form.getByRole("button", { name: "Save" }).click();
  await form.locator("option[value=SOIL_SAMPLE]").waitFor({ state: "attached" });

  await type.selectOption("SOIL_MOISTURE");
  await save();
  await form.getByText("Readings is needed").waitFor();
  await form.getByText("Not saved: Readings").waitFor();

  await type.selectOption("SOIL_SAMPLE");
  const one = "One of these is needed: pH, Organic matter, Texture, Parameters";
  await form.locator(".hint", { hasText: one }).waitFor();
  await save();
  await form.locator(".fault", { hasText: one }).waitFor();
  assert.equal(await form.getByText(/required property|pH is needed/).count(), 0);
  assert.equal(await form.locator("textarea").count(), 0, "short texts have one line");
  await page.screenshot({ path: `${folder}/farm-refusals.png` });

  await type.selectOption("MEASUREMENT");
  await form.getByLabel("Property", { exact: true }).fill("leaf temperature");
  await save();
  await form.getByText("Value is needed").waitFor();
  await form.getByText("Not saved: Value").waitFor();
  assert.equal(await form.getByLabel("Value *").getAttribute("aria-invalid"), "true");

  await type.selectOption("TISSUE_SAMPLE");
  await form.getByLabel("Plant part *").fill("leaf");
  await form.getByText("More details").click();
  await form.getByRole("textbox", { name: "Growth stage" }).fill("x");
  await save();
  await form.getByText("Growth stage is not valid").waitFor();
  await accessible(page, "a record with faults", ".panel");
  assert.deepEqual(faults.filter((fault) => !/422/.test(fault)), []);
}

await walk(desktop, keyboard, adding, refusals, printed, manyFields, withoutWebGL, customaryUnits, stale, dark, phone, noFields, keepsNone, stranger);
