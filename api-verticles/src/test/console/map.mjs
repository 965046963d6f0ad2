// Tests of the map page in a real browser; see browser.mjs.
import assert from "node:assert/strict";
import { accessible, address, base, coarse, desk, focusShows, folder, idle, lyingWindow, open, seen, signIn, still, until, walk } from "./browser.mjs";
import { auth, SUMMER, afterRequest, comparePixels, canvasOf } from "./mapTools.mjs";

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

await walk(desktop, stepsAtOnce, figures, field, fieldView, dark, phone, stranger, brokenLinks, linkToAPoint, positions);
