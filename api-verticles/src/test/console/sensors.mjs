// Tests of the sensors page in a real browser; see browser.mjs.
import assert from "node:assert/strict";
import { accessible, address, base, coarse, desk, focusShows, folder, idle, open, seen, signIn, still, walk } from "./browser.mjs";

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

await walk(desktop, live, keyboard, dark, phone, neighbour);
