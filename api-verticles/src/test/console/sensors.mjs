// Tests of the sensors page in a real browser; see browser.mjs.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import {
  accessible,
  address,
  base,
  coarse,
  desk,
  focusShows,
  folder,
  idle,
  isNarrow,
  open,
  phoneWindow,
  seen,
  signIn,
  still,
  until,
  walk,
} from "./browser.mjs";

const auth = { Authorization: "Bearer glebe-dev-token", "Content-Type": "application/json" };

async function openSensors(options, hash = "#page=sensors") {
  const opened = await open(options);
  await signIn(opened.page, "owner", hash);
  await opened.page.waitForSelector(".things button");
  await idle(opened.page);
  return opened;
}

/** Stores an observation later than all existing ones. */
async function observe(datastream, result) {
  const [last] = (await sta(`/Datastreams(${datastream})/Observations?$top=1&$orderby=phenomenonTime%20desc`)).value;
  const phenomenonTime = new Date(Date.parse(last.phenomenonTime) + 60_000).toISOString();
  const body = JSON.stringify({ result, phenomenonTime, Datastream: { "@iot.id": datastream } });
  const answer = await fetch(`${base}/sta/v1.1/Observations`, { method: "POST", headers: auth, body });
  assert.equal(answer.status, 201);
}

const sta = async (path) => (await fetch(`${base}/sta/v1.1${path}`, { headers: auth })).json();
const saysLive = (page) => page.waitForSelector(".live.live");
const saysValue = (page, value) =>
  page.waitForFunction((wanted) => document.querySelector(".panel .now span")?.textContent.startsWith(wanted), String(value));

/** The position of the first thing on the canvas. */
async function pointOf(page, name) {
  const [lon, lat, zoom] = address(page).get("view").split(",").map(Number);
  const { value } = await sta(`/Things?$filter=name%20eq%20'${encodeURIComponent(name)}'&$expand=Locations`);
  const [x, y] = value[0].Locations[0].location.coordinates;
  const world = 512 * 2 ** zoom;
  const mercator = (degrees) => Math.log(Math.tan(Math.PI / 4 + (degrees * Math.PI) / 360));
  const size = await page.evaluate(() => {
    const { clientWidth: width, clientHeight: height } = document.querySelector(".maplibregl-canvas");
    return { width, height };
  });
  return { x: size.width / 2 + ((x - lon) / 360) * world, y: size.height / 2 - ((mercator(y) - mercator(lat)) / (2 * Math.PI)) * world };
}

/** Stores hourly observations of the same week a year ago and three years ago; returns the year of the latest one. */
async function earlierYears(datastream) {
  const [last] = (await sta(`/Datastreams(${datastream})/Observations?$top=1&$orderby=phenomenonTime%20desc`)).value;
  const hours = [1, 3].flatMap((years) => Array.from({ length: 168 }, (_, hour) => ({ years, hour })));
  const rows = hours.map(({ years, hour }) => {
    const time = new Date(Date.parse(last.phenomenonTime) - hour * 3_600_000);
    time.setUTCFullYear(time.getUTCFullYear() - years);
    return [time.toISOString(), 20 + 5 * years + Math.sin(hour / 12)];
  });
  const body = JSON.stringify([{ Datastream: { "@iot.id": datastream }, components: ["phenomenonTime", "result"], dataArray: rows }]);
  const answer = await fetch(`${base}/sta/v1.1/CreateObservations`, { method: "POST", headers: auth, body });
  assert.equal(answer.status, 201);
  return new Date(last.phenomenonTime).getUTCFullYear();
}

const spanOf = (page) => address(page).get("chartSpan");
const keyOf = (page, text) => page.locator(".chart-key li").filter({ hasText: text });

/** The file that a button of the chart saves. */
async function saved(page, name) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

/** Values under the pointer, zoom by wheel and drag, table and files. */
async function useChart(page) {
  const { x, y, width, height } = await page.locator(".panel .chart").boundingBox();
  await page.mouse.move(x + width * 0.6, y + height / 2);
  await page.waitForFunction(() => /\d{4}.*\d+(\.\d+)? %/.test(document.querySelector(".tooltip")?.textContent ?? ""));
  await page.mouse.wheel(0, -400);
  await until(page, () => spanOf(page));
  const before = spanOf(page);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.8, y + height / 2, { steps: 3 });
  await page.mouse.up();
  await until(page, () => spanOf(page) !== before);
  assert.ok(spanOf(page) < before, "a drag to the right shows an earlier time");
  await page.getByRole("button", { name: "Table" }).click();
  const rows = await page.locator(".chart-values tbody tr").count();
  const csv = (await saved(page, "Save the values as CSV")).content.toString();
  assert.match(csv, /^time,Soil moisture \(%\)\r\n\d{4}-.*Z,\d/);
  assert.equal(csv.trim().split("\r\n").length, rows + 1, "the file has the visible values");
  const png = await saved(page, "Save the picture as PNG");
  assert.deepEqual([png.name, png.content.toString("latin1", 1, 4)], ["Soil-moisture-Station-Parcel-7.png", "PNG"]);
  await accessible(page, "a chart with its table");
  await page.getByRole("button", { name: "Table" }).click();
  await page.mouse.dblclick(x + width / 2, y + height / 2);
  await until(page, () => !spanOf(page));
}

/** Other sensors, earlier years and thresholds in the same chart. */
async function comparing(page, year) {
  await page.getByText("Compare and thresholds").click();
  await page.getByLabel("Other sensors").selectOption({ label: "Air temperature, Station Parcel 7" });
  await keyOf(page, "Air temperature, Station Parcel 7 (°C), right scale").waitFor();
  await page.getByLabel(String(year - 1), { exact: true }).check();
  await keyOf(page, `Soil moisture ${year - 1}`).waitFor();
  await page.getByLabel("Mean and range of earlier years").check();
  await keyOf(page, `mean ${year - 3} to ${year - 1}`).waitFor();
  await page.getByLabel("Lower threshold (%)").fill("30");
  await page.getByLabel("Lower threshold (%)").press("Enter");
  await page.getByText(/of \d+ values below 30 %/).waitFor();
  assert.equal(await page.getByLabel("Lower threshold (%)").evaluate((one) => getComputedStyle(one).borderRadius), "8px", "inputs have their form on every page");
  await page.locator(".panel .chart").hover();
  await page.locator(".tooltip span").nth(3).waitFor();
  assert.match(await page.textContent(".tooltip"), /mean.*\d % \(\d.* to \d.*\)/s, "the tooltip tells mean and range");
  await page.locator(".charted").scrollIntoViewIfNeeded();
  await page.screenshot({ path: `${folder}/sensors-compared.png` });
  await accessible(page, "a chart with more lines");
}

async function desktop() {
  const year = await earlierYears(1);
  const { page, faults } = await openSensors({ ...desk, colorScheme: "light" });
  assert.equal(await page.locator(".things button").count(), 4, "the sample has four stations");
  assert.match(await page.textContent(".things"), /Soil moisture.*%/s, "the list tells latest values with their units");
  const point = await pointOf(page, "Station Parcel 7");
  const [colour] = await seen(page, [point]);
  assert.ok(colour[2] > colour[0] + 60, `a sensor is a blue point on the map, not ${colour}`);

  const left = (await page.locator(".map").boundingBox()).x;
  await page.mouse.click(left + point.x, point.y);
  await page.waitForFunction(() => document.querySelector(".panel h2")?.textContent === "Station Parcel 7");
  await page.waitForSelector(".panel .chart canvas");
  await saysLive(page);
  await idle(page);
  await still(page);
  await page.screenshot({ path: `${folder}/sensors-light.png` });
  await accessible(page, "sensors with panel");
  await focusShows(page, ".list select");
  await useChart(page);
  await comparing(page, year);
  assert.deepEqual(faults, []);
}

/** New observations appear without a reload; after a broken stream none is missing. */
async function live() {
  const { page, faults } = await open(coarse);
  let broken = 0;
  let heal;
  const healed = new Promise((resolve) => (heal = resolve));
  await page.route("**/live", async (route) => {
    if (broken++ === 1) {
      await observe(1, 43.25); // while no stream is open
      heal();
    }
    return broken <= 1 ? route.abort() : route.continue();
  });
  await signIn(page, "owner", "#page=sensors&thing=1&stream=1");
  await page.waitForSelector(".live.waiting");
  await healed;
  await saysLive(page);
  await saysValue(page, 43.25);
  const before = Number(await page.getAttribute(".panel .chart", "data-samples"));
  await observe(1, 44.5);
  await saysValue(page, 44.5);
  await page.waitForFunction((least) => Number(document.querySelector(".panel .chart").dataset.samples) > least, before);
  assert.deepEqual(faults.filter((fault) => !/ERR_FAILED/.test(fault)), []);
}

async function keyboard() {
  const { page, faults } = await openSensors(coarse);
  await page.focus(".things button");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".panel .chart canvas");
  await page.focus(".panel [aria-label=Datastream] button:nth-child(2)");
  await page.keyboard.press("Space");
  await page.waitForFunction(() => document.querySelector(".panel .chart")?.getAttribute("aria-label").startsWith("Air temperature"));
  const week = Number(await page.getAttribute(".panel .chart", "data-samples"));
  const chart = page.locator(".panel .chart");
  await chart.focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  const told = await chart.getAttribute("aria-valuetext");
  assert.match(told, /\d{4}.*; Air temperature -?\d+(\.\d+)? °C$/, "a key tells a value with its time");
  await page.keyboard.press("+");
  await until(page, () => spanOf(page));
  await page.keyboard.press("0");
  await until(page, () => !spanOf(page));
  await page.focus("text=Season");
  await page.keyboard.press("Enter");
  await page.waitForFunction((few) => Number(document.querySelector(".panel .chart")?.dataset.samples) > few, week);
  assert.equal(address(page).get("span"), "SEASON");
  await page.selectOption(".list select", "Air temperature");
  const link = page.url();
  await page.goto("about:blank");
  await page.goto(link);
  await page.waitForFunction(() => document.querySelector(".panel .chart")?.getAttribute("aria-label").startsWith("Air temperature"));
  assert.equal(await page.inputValue(".list select"), "Air temperature", "a link shows the same view");
  assert.deepEqual(faults, []);
}

async function dark() {
  const { page, faults } = await openSensors({ ...desk, colorScheme: "dark" }, "#page=sensors&thing=2&span=SEASON&chartStreams=1&limits=25,");
  await page.waitForSelector(".panel .chart canvas");
  await saysLive(page);
  await keyOf(page, "Station Parcel 7").waitFor();
  await still(page);
  await accessible(page, "dark sensors");
  await page.screenshot({ path: `${folder}/sensors-dark.png` });
  assert.deepEqual(faults, []);
}

async function phone() {
  const { page, faults } = await openSensors({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });
  await still(page);
  await page.screenshot({ path: `${folder}/sensors-phone.png` });
  await page.locator(".things button").nth(1).tap();
  await page.waitForSelector(".panel .chart canvas");
  await saysLive(page);
  await idle(page);
  await still(page);
  await page.screenshot({ path: `${folder}/sensors-sheet-phone.png` });
  await until(page, async () => {
    await page.locator(".panel .chart .u-over").tap(); // a loaded machine has lost one
    return page.locator(".tooltip").isVisible();
  });
  await page.getByText("Compare and thresholds").tap();
  const small = await page.$$eval(".charted .tool, .chart-more :is(select, input[type=number], summary, .checks label)", (all) =>
    all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML),
  );
  assert.deepEqual(small, [], "the controls of the chart are large enough for a finger");
  await page.screenshot({ path: `${folder}/sensors-chart-phone.png` });
  assert.ok(!(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)), "the page does not scroll sideways");
  await accessible(page, "sensors on a phone");
  assert.deepEqual(faults, []);
}

/** A person of another farm sees no sensor and a hint. */
async function neighbour() {
  const { page, faults } = await open(coarse);
  await signIn(page, "neighbour", "#page=sensors");
  await page.waitForSelector(".list .hint, .list .fault");
  assert.equal(await page.locator(".things button").count(), 0);
  assert.deepEqual(faults, []);
}

const DEVICE = `Probe ${process.pid}`;
let made = "";

/** Runs a line as a person would, in the data folder of the platform, where its certificate is. */
function run(line) {
  const { status, stderr, error } = spawnSync("bash", ["-c", line], { cwd: process.env.DATA, encoding: "utf8" });
  assert.ok(!error, String(error));
  return { status, stderr };
}

const REFRESH_MILLIS = 15_000; // the page of a device loads again so often

/** Waits for a text that the page shows when it loads again; its clock is put forward instead of waiting for that. */
async function shownLater(page, text) {
  await until(page, async () => {
    await page.clock.fastForward(REFRESH_MILLIS);
    const shown = page.getByText(text).first().waitFor({ timeout: 3_000 });
    return shown.then(
      () => true,
      () => false,
    );
  });
}

/** A person makes a device by its type; the line that the page shows delivers a value, and the page shows it. */
async function makesADevice() {
  const { page, faults } = await open({ ...desk, colorScheme: "light" });
  await page.clock.install();
  await signIn(page, "owner", "#page=devices");
  await page.getByRole("button", { name: "Station Parcel 7" }).waitFor();
  await page.getByRole("button", { name: "New device" }).click();
  const form = page.getByRole("form", { name: "New device" });
  await form.getByLabel("Type of device *").selectOption({ label: "Soil probe" });
  await form.getByText("Soil moisture (%)").waitFor();
  await accessible(page, "the form of a device");
  await form.getByLabel("Name *").fill(DEVICE);
  await form.getByRole("button", { name: "Make the device" }).click();
  const once = page.locator("code.secret");
  await once.nth(4).waitFor();
  const [account, password, line, python, arduino] = await once.allTextContents();
  for (const text of [line, python, arduino]) assert.ok(text.includes(account) && text.includes(password), text);
  await accessible(page, "the lines of a new device");
  await page.screenshot({ path: `${folder}/devices-lines.png`, fullPage: true });
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]));
  assert.ok(!stored.includes(password), "nothing of the browser stores the password");
  await page.getByText("no value").first().waitFor();

  const sent = run(line);
  assert.equal(sent.status, 0, `${line}: ${sent.stderr}`);
  await shownLater(page, "21.5 %");
  assert.match(await page.textContent(".rows .value"), /ago|now/, "the page tells the age of the value");
  await page.getByText("None of its messages was refused.").waitFor();
  run(line.replace(/Datastreams\(\d+\)/, "Datastreams(999999)"));
  await shownLater(page, "Unknown datastream");
  await shownLater(page, "1 message refused");

  await page.getByRole("button", { name: "I have copied it" }).click();
  assert.equal(await once.count(), 0, "the password is shown once");
  made = address(page).get("device");
  assert.equal(await page.locator(".qr a").getAttribute("href"), page.url(), "the code leads to the page of the device");
  await accessible(page, "a device");
  await page.screenshot({ path: `${folder}/devices-light.png`, fullPage: true });
  assert.deepEqual(faults, []);
}

async function deviceOnAPhone() {
  const { page, faults } = await open({ ...phoneWindow, colorScheme: "light" });
  await signIn(page, "owner", `#page=devices&device=${made}`);
  await page.getByRole("img", { name: "Link to this page" }).waitFor();
  await page.getByText("Unknown datastream").waitFor();
  await page.screenshot({ path: `${folder}/devices-phone.png`, fullPage: true });
  await accessible(page, "a device on a phone");
  assert.ok(await isNarrow(page), "the page does not scroll sideways");
  await page.getByRole("button", { name: "All devices" }).tap();
  await page.getByText("1 message refused").waitFor();
  assert.deepEqual(faults, []);
}

async function deviceInTheDark() {
  const { page, faults } = await open({ ...desk, colorScheme: "dark" });
  await signIn(page, "owner", `#page=devices&device=${made}`);
  await page.getByText("21.5 %").waitFor();
  await accessible(page, "a device in the dark");
  await page.screenshot({ path: `${folder}/devices-dark.png`, fullPage: true });
  await page.getByRole("button", { name: "New password" }).click();
  await page.getByRole("button", { name: "Replace the account" }).click();
  const once = page.locator("code.secret");
  await once.nth(4).waitFor();
  await accessible(page, "a new password in the dark");
  assert.equal(run((await once.allTextContents())[2]).status, 0, "the new account publishes");
  await page.getByText("None of its messages was refused.").waitFor();
  assert.deepEqual(faults, []);
}

/** Those who may not make devices are not offered it. */
async function deviceByRole() {
  const { page, faults } = await open(coarse);
  await signIn(page, "viewer", `#page=devices&device=${made}`);
  await page.getByText("21.5 %").waitFor();
  await page.getByRole("heading", { name: "Refused messages" }).waitFor();
  const offered = ["New password", "End the account", "Make the account", "New device"];
  for (const name of offered) assert.equal(await page.getByRole("button", { name }).count(), 0, `a viewer is not offered ${name}`);
  await page.getByRole("button", { name: "All devices" }).click();
  await until(page, async () => (await page.getByRole("button", { name: DEVICE }).count()) === 1);
  assert.equal(await page.getByRole("button", { name: "New device" }).count(), 0);
  assert.deepEqual(faults, []);
}

await walk(desktop, live, keyboard, dark, phone, neighbour, makesADevice, deviceOnAPhone, deviceInTheDark, deviceByRole);
