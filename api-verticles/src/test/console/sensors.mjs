// Tests of the sensors page in a real browser; see browser.mjs.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
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

async function desktop() {
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
  const { page, faults } = await openSensors({ ...desk, colorScheme: "dark" }, "#page=sensors&thing=2&span=SEASON");
  await page.waitForSelector(".panel .chart canvas");
  await saysLive(page);
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

/** A person makes a device by its type; the line that the page shows delivers a value, and the page shows it. */
async function makesADevice() {
  const { page, faults } = await open({ ...desk, colorScheme: "light" });
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
  await page.getByText("21.5 %").waitFor();
  assert.match(await page.textContent(".rows .value"), /ago|now/, "the page tells the age of the value");
  await page.getByText("None of its messages was refused.").waitFor();
  run(line.replace(/Datastreams\(\d+\)/, "Datastreams(999999)"));
  await page.getByText("Unknown datastream").waitFor();
  await page.getByText("1 message refused").waitFor();

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
