// Tests of the page of the fields in a real browser; see browser.mjs.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { accessible, address, api, base, coarse, desk, focusShows, folder, idle, leave, open, seen, signIn, still, undo, until, walk } from "./browser.mjs";

const EMPTY_LAND = "#page=fields&view=15.6,46,14"; // beside the sample farm
const NAME = 'Lower <b>"field"</b> & co';
const item = (page, name) => page.locator("[role=treeitem]", { hasText: name }).first();

async function openFields(options, hash = EMPTY_LAND, user = "owner") {
  const opened = await open(options);
  await signIn(opened.page, user, hash);
  await opened.page.waitForSelector("[role=treeitem]");
  await idle(opened.page);
  return opened;
}

/** Presses on the map, at pixels from its left upper corner. */
async function press(page, ...places) {
  const box = await page.locator(".map").first().boundingBox();
  for (const [x, y] of places) {
    await page.mouse.move(box.x + x, box.y + y, { steps: 2 });
    await page.mouse.click(box.x + x, box.y + y);
    await still(page);
  }
}

const measured = (page) => page.textContent(".task .measured");
const hectares = (text) => Number(/([\d,.]+) ha/.exec(text)?.[1].replaceAll(",", ""));

/** The field with a name as the API has it. */
const stored = (page, name) =>
  page.evaluate(async (wanted) => {
    const { items } = await (await fetch("/v1/fields?limit=1000")).json();
    return items.filter((one) => one.name === wanted);
  }, name);

const chosen = (page, name) => page.waitForFunction((wanted) => document.querySelector(".panel h2")?.textContent === wanted, name);
const saved = (page) => page.waitForSelector(".task", { state: "detached" });

/** Draws a field, and then everything that can be done with it. */
async function drawing() {
  const { page, faults } = await openFields({ ...desk, colorScheme: "light" });
  await page.getByRole("button", { name: "Draw a field" }).click();
  await press(page, [500, 200], [700, 200], [700, 400]);
  const growing = hectares(await measured(page));
  assert.ok(growing > 0, "the area is shown while it is drawn");
  await press(page, [500, 400]);
  const whole = hectares(await measured(page));
  assert.ok(whole > growing * 1.5, `${whole} ha after ${growing} ha`);
  await page.screenshot({ path: `${folder}/fields-drawing.png` });
  await press(page, [500, 200]);
  await page.getByLabel("Name").fill(NAME);
  await accessible(page, "drawing a field");
  await page.click(".task >> text=Save");
  await chosen(page, NAME);
  assert.equal(await page.locator(".tree b, .panel b").count(), 0, "markup in a name is text");
  const [field] = await stored(page, NAME);
  assert.ok(Math.abs(field.area - whole) < 0.01, `stored ${field.area}, shown ${whole}`);
  assert.equal(field.areaUnit, "har");

  await page.click("text=Edit the shape");
  await until(page, async () => String((await seen(page, [{ x: 700, y: 400 }]))[0].slice(0, 3)) === "255,255,255"); // a corner is drawn there
  const box = await page.locator(".map").first().boundingBox();
  await page.mouse.move(box.x + 700, box.y + 400);
  await page.mouse.down();
  await page.mouse.move(box.x + 800, box.y + 450, { steps: 5 });
  await page.mouse.up();
  await still(page);
  const larger = hectares(await measured(page));
  assert.ok(larger > whole * 1.2, `a corner is dragged outwards: ${larger} ha`);
  await page.keyboard.press("ArrowRight");
  assert.ok(hectares(await measured(page)) > larger, "arrow keys move the chosen corner");
  await page.screenshot({ path: `${folder}/fields-corners.png` });
  await page.click(".task >> text=Undo");
  await page.click(".task >> text=Save");
  await saved(page);
  await page.waitForSelector("[aria-label='Earlier shapes'] .link");
  const [changed] = await stored(page, NAME);
  assert.ok(Math.abs(changed.area - larger) < 0.01, "the stated area follows the shape");
  await page.click("[aria-label='Earlier shapes'] .link");
  await page.screenshot({ path: `${folder}/fields-history.png` });
  await page.click("text=Take this shape back");
  await until(page, async () => (await stored(page, NAME))[0].area === field.area);
  await focusShows(page, ".list select");
  assert.deepEqual(faults, []);
}

/** A hole, a split, a merge, and a border that crosses itself. */
async function cutting() {
  const { page, faults } = await openFields(desk);
  await item(page, "Lower").click();
  await chosen(page, NAME);
  await page.click("text=Cut a hole");
  await press(page, [560, 240], [600, 240], [600, 280], [560, 280], [560, 240]);
  await page.click(".task >> text=Save");
  await saved(page);
  await until(page, async () => (await stored(page, NAME))[0].geometry.coordinates.length === 2);

  await chosen(page, NAME);
  await page.click(".panel >> text=Split");
  await press(page, [450, 320], [750, 320]);
  await page.click("text=Split here");
  assert.match(await measured(page), /ha \+ .*ha/);
  await page.screenshot({ path: `${folder}/fields-split.png` });
  await page.click(".task >> text=Save");
  await saved(page);
  await until(page, async () => (await stored(page, `${NAME} 2`)).length === 1);
  await item(page, `${NAME} 2`).waitFor();

  await chosen(page, NAME);
  await page.click(".panel >> text=Merge");
  await item(page, `${NAME} 2`).click();
  await until(page, async () => hectares(await measured(page)) > 0 && (await page.isVisible(".task >> text=Save")));
  await page.click(".task >> text=Save");
  await saved(page);
  await until(page, async () => Boolean((await stored(page, `${NAME} 2`))[0].endsAt));
  await item(page, `${NAME} 2`).waitFor({ state: "detached" });
  await page.click("text=Show 1 field that has ended");
  await item(page, `${NAME} 2`).waitFor();

  await page.getByRole("button", { name: "Draw a field" }).click();
  await press(page, [500, 460], [600, 550], [600, 460], [500, 550]);
  await page.getByRole("button", { name: "Close the border" }).click();
  await page.waitForSelector("text=The border crosses itself.");
  assert.ok(await page.isDisabled(".task >> text=Save"));
  await page.click("text=Repair it");
  await page.getByLabel("Name").fill("Bow");
  await page.click(".task >> text=Save");
  await chosen(page, "Bow");
  assert.equal((await stored(page, "Bow"))[0].geometry.type, "MultiPolygon");
  assert.deepEqual(faults, []);
}

/** The shape of a field or region as the API has it, without the order of its corners. */
const cornersOf = ({ geometry }) => JSON.stringify(geometry.coordinates.flat(Infinity).map((one) => one.toFixed(7)).sort());

/** The region with a name as the API has it. */
const storedRegion = async (name) => (await api("owner", "GET", "/v1/regions?limit=1000")).items.find((one) => one.name === name);

/** A split, a merge and another shape of a region are taken back: shapes, areas and ends are those of before. */
async function takingBack() {
  const { page, faults } = await openFields(desk);
  const [whole] = await stored(page, NAME);
  const isWhole = async () => {
    const [now] = await stored(page, NAME);
    return cornersOf(now) === cornersOf(whole) && now.area === whole.area;
  };
  const pieces = async () => (await stored(page, `${NAME} 2`)).filter(({ endsAt }) => !endsAt);
  const splitIt = async () => {
    await item(page, "Lower").click();
    await chosen(page, NAME);
    await page.click(".panel >> text=Split");
    await press(page, [450, 320], [750, 320]);
    await page.click("text=Split here");
    await page.click(".task >> text=Save");
    await saved(page);
    await until(page, async () => (await pieces()).length === 1);
    await item(page, `${NAME} 2`).waitFor();
  };
  await splitIt();
  assert.ok(!(await isWhole()), "a split changes the field");
  await undo(page);
  await until(page, async () => (await pieces()).length === 0);
  assert.ok(await isWhole(), "the field has its shape and area from before the split");
  await item(page, `${NAME} 2`).waitFor({ state: "detached" });

  await splitIt();
  await page.click(".undo [aria-label=Close]");
  const [first] = await stored(page, NAME);
  const [second] = await pieces();
  await page.click(".panel >> text=Merge");
  await item(page, `${NAME} 2`).click();
  await until(page, async () => hectares(await measured(page)) > 0 && (await page.isVisible(".task >> text=Save")));
  await page.click(".task >> text=Save");
  await saved(page);
  await until(page, async () => (await pieces()).length === 0);
  await undo(page);
  await until(page, async () => (await pieces()).length === 1);
  assert.equal(cornersOf((await stored(page, NAME))[0]), cornersOf(first), "the field has its shape from before the merge");
  assert.equal(cornersOf((await pieces())[0]), cornersOf(second), "and so has the other one, which goes on");
  await item(page, `${NAME} 2`).click();
  await chosen(page, `${NAME} 2`);

  await page.click("text=Draw a region");
  await press(page, [560, 335], [620, 335], [620, 375], [560, 375]);
  await page.keyboard.press("Enter");
  await page.getByLabel("Name").fill("Strip");
  await page.click(".task >> text=Save");
  await chosen(page, "Strip");
  const before = await storedRegion("Strip");
  await page.click("text=Edit the shape");
  await page.click("[aria-label='Next corner']");
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowLeft");
  await page.click(".task >> text=Save");
  await saved(page);
  await until(page, async () => cornersOf(await storedRegion("Strip")) !== cornersOf(before));
  await undo(page);
  await until(page, async () => cornersOf(await storedRegion("Strip")) === cornersOf(before));
  assert.equal((await storedRegion("Strip")).area, before.area, "the region has its area from before");

  await page.click("[aria-label=End] >> text=Delete");
  await page.click("[aria-label='Delete it for good?'] >> text=Delete");
  await item(page, "Strip").waitFor({ state: "detached" });
  await undo(page);
  assert.ok(await storedRegion("Strip"), "a deleted region can be taken back");
  await item(page, `${NAME} 2`).click();
  await chosen(page, `${NAME} 2`);
  await page.click("text=End this field");
  await page.click("[aria-label='It keeps its records. End it today?'] >> text=End this field");
  await item(page, `${NAME} 2`).waitFor({ state: "detached" });
  assert.deepEqual(faults, []);
}

/** A region, a crop, details; then the field is deleted. */
async function inside() {
  const { page, faults } = await openFields(desk);
  await item(page, "Lower").click();
  await chosen(page, NAME);
  await page.click("text=Draw a region");
  await press(page, [400, 220], [540, 220], [540, 300], [400, 300]);
  await page.keyboard.press("Enter");
  await page.getByLabel("Name").fill("Trial");
  await page.getByLabel("Kind").selectOption("TRIAL_PLOT");
  await page.click(".task >> text=Save");
  await chosen(page, "Trial");
  await item(page, "Lower").click();
  await chosen(page, NAME);
  await page.click("text=Add a crop");
  await page.getByLabel("Crop", { exact: true }).fill("maize");
  await page.getByLabel("From").fill("2026-04-20");
  await page.getByLabel("To", { exact: true }).fill("2026-10-05");
  await page.click("form[aria-label='New crop'] >> text=Save");
  await page.waitForSelector("[aria-label=Crops] .entries");
  assert.match(await page.textContent("[aria-label=Crops] .entries"), /2026 Maize.*planned/);
  await page.click("[aria-label=Crops] >> text=Begin");
  await page.waitForFunction(() => /active/.test(document.querySelector("[aria-label=Crops] .entries")?.textContent ?? ""));
  await page.click("text=Name and details");
  await page.getByLabel("Number").fill("L-1");
  await page.click("form[aria-label='Name and details'] >> text=Save");
  await page.waitForFunction(() => /number L-1/.test(document.querySelector(".panel .where")?.textContent ?? ""));
  await page.screenshot({ path: `${folder}/fields-panel.png` });
  await undo(page);
  await page.waitForFunction(() => !/number L-1/.test(document.querySelector(".panel .where")?.textContent ?? ""));
  await accessible(page, "field with regions and crops");

  await item(page, "Bow").click();
  await chosen(page, "Bow");
  await page.click("[aria-label=End] >> text=Delete");
  await page.click("[aria-label='Delete it for good?'] >> text=Delete");
  await item(page, "Bow").waitFor({ state: "detached" });
  await undo(page);
  await item(page, "Bow").click();
  await chosen(page, "Bow");
  await page.click("[aria-label=End] >> text=Delete");
  await page.click("[aria-label='Delete it for good?'] >> text=Delete");
  await item(page, "Bow").waitFor({ state: "detached" });
  const known = async () => (await api("owner", "GET", "/v1/fields?limit=1000")).items.filter(({ name }) => name === "Bow");
  assert.equal((await known()).length, 1, "it can be taken back");
  await leave(page);
  await until(page, async () => (await known()).length === 0);
  assert.deepEqual(faults, []);
}

const ring = (west, south, size) => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];
const feature = (name, coordinates) => ({ type: "Feature", properties: { id: 1, title: name }, geometry: { type: "Polygon", coordinates: [coordinates] } });
const asFile = (name, text) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(text) });

async function importFile(page, ...files) {
  if (!(await page.isVisible(".import"))) await page.click(".commands >> text=Import");
  await page.setInputFiles(".import input[type=file]", files);
}

/** Good features of a file are imported, the faulty ones are named. */
async function importing() {
  const { page, faults } = await openFields(desk);
  await importFile(page, asFile("notes.txt", "hello"));
  await page.waitForSelector(".import [role=alert] >> text=none of the known formats");
  const foreign = [
    [asFile("aerial.png", "\x89PNG\r\n\x1a\n"), "aerial.png is none of the known formats"],
    [asFile("empty.zip", "PK\x05\x06" + "\0".repeat(18)), "There is no file with shapes."],
    [asFile("half.zip", "PK\x03\x04 and no more"), "half.zip is a broken archive."],
    [asFile("broken.kml", "<kml><Document><Placemark></kml>"), "The file is no complete XML document."],
    [asFile("broken.shp", "not what it is called"), "The .shp file is no shapefile."],
    [asFile("broken.geojson", '{"type": "FeatureColl'), "The file is no JSON:"],
  ];
  for (const [file, reason] of foreign) {
    await importFile(page, file);
    await page.locator(".import [role=alert]", { hasText: reason }).waitFor();
  }
  const bow = [[15.62, 46], [15.63, 46.01], [15.63, 46], [15.62, 46.01], [15.62, 46]];
  const collection = {
    type: "FeatureCollection",
    features: [feature("<i>East</i>", ring(15.61, 46, 0.004)), feature("Bow tie", bow), feature("Far", ring(500, 46, 1)), { ...feature("Spot", []), geometry: { type: "Point", coordinates: [15, 46] } }],
  };
  await importFile(page, asFile("farm.geojson", JSON.stringify(collection)));
  await page.waitForSelector(".found li");
  await until(page, async () => (await page.inputValue(".import select >> nth=0")) === "title"); // the likely name is chosen
  const found = await page.textContent(".found");
  for (const fault of ["crosses or touches itself", "not on the earth", "A Point is no area", "<i>East</i>"]) assert.ok(found.includes(fault), fault);
  await page.waitForSelector(".import .buttons >> text=Import 1 field");
  await page.click(".found >> text=Bow tie");
  await idle(page);
  await page.screenshot({ path: `${folder}/fields-import.png` });
  await accessible(page, "preview of an import");
  await page.click("text=Import 2 fields");
  await page.waitForSelector(".import >> text=2 fields are stored.");
  assert.equal((await stored(page, "<i>East</i>")).length, 1);
  assert.equal((await stored(page, "Bow tie"))[0].geometry.type, "MultiPolygon");
  await page.click(".import [aria-label=Close]");
  assert.deepEqual(faults, []);
}

/** Who leaves while fields are imported is asked, because the rest of them would not be stored. */
async function leavingAnImport() {
  const { page, faults } = await openFields(coarse);
  let answered;
  const answer = new Promise((resolve) => (answered = resolve));
  await page.route(/\/v1\/(\$|%24)batch/, async (route) => {
    await answer;
    await route.continue();
  });
  await importFile(page, asFile("slow.geojson", JSON.stringify(feature(`Slow ${process.pid}`, ring(15.64, 46.02, 0.003)))));
  await page.click("text=Import 1 field");
  await page.getByRole("button", { name: "Storing …" }).waitFor();
  await still(page);
  const asked = page.waitForEvent("dialog");
  const left = page.evaluate(() => void (location.href = "/console/manifest.webmanifest"));
  const dialog = await asked;
  assert.equal(dialog.type(), "beforeunload");
  await dialog.dismiss();
  await left;
  answered();
  await page.waitForSelector(".import >> text=1 field is stored.");
  let more = 0;
  page.on("dialog", (one) => (more++, one.accept()));
  await leave(page);
  assert.equal(more, 0, "when it is stored nobody is asked");
  assert.deepEqual(faults, []);
}

/** Each format can be exported and imported again, with the same area. */
async function exporting() {
  const { page, faults } = await openFields(coarse);
  await item(page, "Lower").click();
  await chosen(page, NAME);
  const area = hectares(await page.textContent(".panel .where"));
  for (const format of ["GeoJSON", "Shapefile", "GeoPackage", "KML", "KMZ", "GPX"]) {
    if (!(await page.isVisible(".panel .formats"))) await page.click(".panel >> text=Export");
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`.panel .formats >> text="${format}"`)]);
    const file = { name: download.suggestedFilename(), mimeType: "", buffer: await readFile(await download.path()) };
    await importFile(page, file);
    await page.locator(".found li", { hasText: NAME }).first().waitFor();
    const line = await page.textContent(".found li");
    if (format !== "GPX") assert.ok(Math.abs(hectares(line) - area) < 0.011, `${format}: ${line}, not ${area}`); // GPX has no holes
    await page.click(".import [aria-label=Close]");
    await item(page, "Lower").click();
    await chosen(page, NAME);
  }
  assert.deepEqual(faults, []);
}

/** A field across the antimeridian is one field, and the map goes to it. */
async function antimeridian() {
  const { page, faults } = await openFields(coarse);
  const name = "Date line";
  await importFile(page, asFile("fiji.geojson", JSON.stringify(feature(name, ring(179.995, -17, 0.01).map(([lon, lat]) => [lon > 180 ? lon - 360 : lon, lat])))));
  await page.waitForSelector(".found li");
  await until(page, () => Math.abs(Math.abs(Number(address(page).get("view").split(",")[0])) - 180) < 0.1);
  assert.ok(Number(address(page).get("view").split(",")[2]) > 12, "the map shows the field, not the world");
  await page.click("text=Import 1 field");
  await page.waitForSelector("text=1 field is stored.");
  await page.click(".import [aria-label=Close]");
  const [field] = await stored(page, name);
  assert.equal(field.geometry.coordinates.length, 2, "GeoJSON cuts it at the antimeridian");
  await item(page, name).click();
  await chosen(page, name);
  await page.click("text=Edit the shape");
  await page.click("[aria-label='Next corner']");
  await page.keyboard.press("ArrowDown");
  await page.click(".task >> text=Save");
  await saved(page);
  await until(page, async () => (await stored(page, name))[0].updatedAt !== field.updatedAt);
  await chosen(page, name);
  await page.click("[aria-label=End] >> text=Delete");
  await page.click("[aria-label='Delete it for good?'] >> text=Delete");
  await item(page, name).waitFor({ state: "detached" });
  await leave(page);
  assert.deepEqual(faults, []);
}

async function dark() {
  const { page, faults } = await openFields({ ...desk, colorScheme: "dark" }, "#page=fields");
  await item(page, "Parcel 7").click();
  await chosen(page, "Parcel 7");
  await page.waitForSelector("[aria-label=Crops] .entries");
  await page.waitForSelector("[aria-label='Earlier shapes'] .hint");
  await idle(page);
  await page.screenshot({ path: `${folder}/fields-dark.png` });
  await accessible(page, "dark field");
  assert.deepEqual(faults, []);
}

async function phone() {
  const { page, faults } = await openFields({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.screenshot({ path: `${folder}/fields-phone.png` });
  await page.tap("text=Draw a field");
  const box = await page.locator(".map").first().boundingBox();
  for (const [x, y] of [[120, 100], [280, 110], [270, 260], [130, 250]]) {
    await page.touchscreen.tap(box.x + x, box.y + y);
    await still(page);
  }
  assert.ok(hectares(await measured(page)) > 1);
  await page.screenshot({ path: `${folder}/fields-phone-drawing.png` });
  await page.getByRole("button", { name: "Close the border" }).tap();
  const small = await page.evaluate(() => [...document.querySelectorAll(".task button")].filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.textContent));
  assert.deepEqual(small, [], "buttons are large enough for fingers");
  await accessible(page, "drawing on a phone");
  await page.tap(".task >> text=Cancel");
  assert.ok(!(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)), "the page does not scroll sideways");
  assert.deepEqual(faults, []);
}

const buttons = (page, ...names) => Promise.all(names.map((name) => page.getByRole("button", { name, exact: true }).count()));

async function byRole() {
  const { page, faults } = await openFields(coarse, "#page=fields", "viewer");
  await item(page, "Parcel 7").click();
  await chosen(page, "Parcel 7");
  await page.waitForSelector("[aria-label='Earlier shapes'] .hint");
  const none = await buttons(page, "Draw a field", "Import", "Edit the shape", "Cut a hole", "Split", "Merge", "Draw a region", "Add a crop", "End this field", "Delete", "Save");
  assert.deepEqual(none, none.map(() => 0), "who may only read is offered nothing else");
  assert.deepEqual(await buttons(page, "Measure", "Close"), [1, 1]);
  await page.goto(`${base}/console/#page=fields&farm=0198c0de-0000-7000-8000-000000000001&place=0198c0de-0000-7000-8000-000000000002`);
  await page.reload();
  await page.getByText("The farm of this link is not there").waitFor();
  await page.getByText("The place of this link is not there").waitFor();
  await page.waitForSelector("[role=treeitem]");
  assert.deepEqual(faults, []);
}

await walk(drawing, cutting, takingBack, inside, importing, leavingAnImport, exporting, antimeridian, dark, phone, byRole);
