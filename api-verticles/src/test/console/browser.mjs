// Common parts of the browser tests: a browser that records errors, sign-in, pixels, accessibility.
// A test is run as: node NAME.mjs BASE FOLDER CHROMIUM; several in one browser: see walks.mjs.
import assert from "node:assert/strict";
import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename } from "node:path";

const require = createRequire(new URL("../../main/console/package.json", import.meta.url));
const { chromium } = require("playwright-core");
const axe = await readFile(require.resolve("axe-core/axe.min.js"), "utf8");

export const [base, folder, executablePath] = process.argv.slice(2);
const PATIENCE = Number(process.env.PATIENCE ?? 120_000); // a loaded machine draws slowly; no test depends on speed
// messages of software rendering, and of Playwright where it refuses the service worker
const NOISE = /GL Driver Message|GPU stall|Service Worker registration blocked/;

const flags = ["--no-sandbox", "--disable-gpu", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--hide-scrollbars"];
await mkdir(folder, { recursive: true });
const browser = await chromium.launch({ executablePath, headless: true, args: flags });

/** A desktop window. */
export const desk = { viewport: { width: 1280, height: 800 } };
/** A desktop window with a quarter of the pixels; software rendering is slow, and not every part needs a sharp image. */
export const coarse = { ...desk, deviceScaleFactor: 0.5 };

const contexts = []; // with their options; a new one would load and compile the console again

/**
 * A context of these options without a window: two windows may be those of two people. Service workers are refused where a
 * test does not want them, because each new window would load the code of all pages.
 */
async function contextOf(options) {
  const key = JSON.stringify(options);
  const free = contexts.find((one) => one.key === key && one.context.pages().length === 0);
  if (free) return free.context;
  const context = await browser.newContext({ locale: "en-GB", timezoneId: "Europe/Ljubljana", reducedMotion: "reduce", serviceWorkers: "block", ...options });
  contexts.push({ key, context });
  return context;
}

/** A window without cookies and stored data that records errors, warnings and requests to other hosts. */
export async function open({ colorScheme = "light", ...options }) {
  const context = await contextOf(options);
  const page = await context.newPage();
  await page.emulateMedia({ colorScheme });
  page.setDefaultTimeout(PATIENCE);
  const faults = [];
  page.on("console", (message) => {
    const said = message.text();
    if (["error", "warning"].includes(message.type()) && !NOISE.test(said)) faults.push(`${message.type()}: ${said}`);
  });
  page.on("pageerror", (error) => faults.push(`uncaught: ${error.message}`));
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== base) faults.push(`outside: ${request.url()}`);
  });
  page.on("response", (answer) => answer.status() >= 400 && faults.push(`${answer.status()}: ${answer.url()}`));
  return { page, faults };
}

const sessions = new Map(); // cookies of each person who has signed in

/** Opens a page and signs in, or goes on with the session of an earlier part; hash is the part of the address after the console's own. */
export async function signIn(page, user, hash) {
  await page.context().addCookies(sessions.get(user) ?? []);
  await page.goto(`${base}/console/${hash}`);
  const choice = page.locator(`button[name=user][value=${user}]`);
  const console = page.locator("nav.rail");
  await choice.or(console).first().waitFor();
  if (!(await choice.isVisible())) return;
  await choice.click();
  await page.waitForURL(`${base}/console/**`);
  await console.waitFor();
  sessions.set(user, await page.context().cookies(base));
}

export const idle = (page) => page.waitForSelector("body[data-map=idle]", { state: "attached" });

/** Waits for two more frames; after them the canvas shows the last change. */
export const still = (page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(resolve)))));

/** Waits until a condition of the page is true, also on a slow machine. */
export async function until(page, holds) {
  const end = Date.now() + PATIENCE;
  while (!(await holds())) {
    assert.ok(Date.now() < end, `never came true: ${holds}`);
    await still(page);
  }
}

/** The visible colours of the map's canvas at some points. */
export const seen = (page, points) =>
  page.evaluate((wanted) => {
    const canvas = document.querySelector(".maplibregl-canvas");
    const copy = new OffscreenCanvas(canvas.width, canvas.height);
    const context = copy.getContext("2d", { willReadFrequently: true });
    context.drawImage(canvas, 0, 0);
    const scale = canvas.width / canvas.clientWidth;
    return wanted.map(({ x, y }) => [...context.getImageData(Math.round(x * scale), Math.round(y * scale), 1, 1).data]);
  }, points);

/** Checks a page, or the part of it that a selector names. */
export async function accessible(page, what, part = "html") {
  await page.evaluate(axe); // beside the page's policy, which would refuse a script element
  const { violations } = await page.evaluate((within) => globalThis.axe.run(within, { resultTypes: ["violations"] }), part);
  const bad = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  console.log(`axe on ${what}: ${violations.length} remarks, ${bad.length} serious`);
  assert.deepEqual(bad.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} (${node.any.map(({ message }) => message)})`).join(" ")}`), []);
}

export async function focusShows(page, from) {
  await page.focus(from);
  for (let i = 0; i < 8; i++) {
    await page.keyboard.press("Tab");
    const outline = await page.evaluate(() => {
      if (document.activeElement === document.body) return undefined; // behind the last control
      const style = getComputedStyle(document.activeElement);
      return { what: document.activeElement.outerHTML.slice(0, 80), width: parseFloat(style.outlineWidth), line: style.outlineStyle, shadow: style.boxShadow };
    });
    if (!outline) break;
    const visible = (outline.line !== "none" && outline.width >= 1) || outline.shadow !== "none";
    assert.ok(visible, `no visible focus on ${outline.what}`);
  }
}

/** The choices in the address of the page. */
export const address = (page) => new URLSearchParams(new URL(page.url()).hash.slice(1));

/** Closes a window, because its map would go on with drawing and requests, and removes what it has stored. */
async function close(page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Storage.clearDataForOrigin", { origin: base, storageTypes: "cookies,local_storage,indexeddb,service_workers,cache_storage" });
  await page.close();
}

async function closeWindows() {
  for (const context of browser.contexts()) {
    await Promise.all(context.pages().map(close));
    await context.clearCookies();
  }
}

export const quit = () => browser.close();
const alone = basename(process.argv[1]) !== "walks.mjs"; // the next test goes on with this browser

/** Runs the parts one after the other; after a failure the process ends with code 1 and the reason. */
export async function walk(...parts) {
  try {
    for (const part of parts) {
      const start = performance.now();
      await part();
      await closeWindows();
      console.log(`${part.name}: holds, after ${((performance.now() - start) / 1000).toFixed(1)} s`);
    }
  } catch (error) {
    console.error(error.stack ?? error);
    for (const context of browser.contexts())
      for (const page of context.pages()) await page.screenshot({ path: `${folder}/failed.png` }).catch(() => {});
    process.exitCode = 1;
  } finally {
    await (alone ? quit() : closeWindows());
  }
}

/** Takes the last change back. */
export async function undo(page) {
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.locator(".undo .card").waitFor({ state: "detached" });
}

/** Leaves the console, which sends the deletions that wait. */
export const leave = (page) => page.goto(`${base}/console/manifest.webmanifest`);

/** A token of the development identity for a person at the farm API. */
export async function tokenOf(user) {
  const form = { grant_type: "urn:glebe:params:oauth:grant-type:development", user, audience: "farm-api" };
  const answer = await fetch(`${base}/dev/identity/token`, { method: "POST", body: new URLSearchParams(form) });
  return (await answer.json()).access_token;
}

/** Sends a request to the API as a person; returns the body of the answer. */
export async function api(user, method, path, body, headers = {}) {
  const answer = await fetch(`${base}${path}`, {
    method,
    headers: { Authorization: `Bearer ${await tokenOf(user)}`, "Content-Type": "application/json", ...headers },
    body: body && JSON.stringify(body),
  });
  assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${await answer.clone().text()}`);
  return answer.status === 204 ? undefined : answer.json();
}

/** Whether no part of a page is wider than the window. */
export const isNarrow = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

export const phoneWindow = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };

/** Controls that are too small for a finger: lower or narrower than 44 px. */
export const tooSmall = (page, within) =>
  page.locator(`${within} :is(a, button, select, summary, input:not([type=checkbox], [type=range], [hidden]))`).evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility())
      .map((one) => ({ what: one.outerHTML.slice(0, 90), ...one.getBoundingClientRect().toJSON() }))
      .filter(({ width, height }) => width > 0 && (height < 44 || width < 40))
      .map(({ what, width, height }) => `${Math.round(width)} x ${Math.round(height)}: ${what}`),
  );

export const lyingWindow = { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true };

/** Controls that lie under the bar with the last change. */
export const underTheBar = (page) =>
  page.locator("main :is(a, button, select, summary, input, textarea)").evaluateAll((all) => {
    const bar = document.querySelector(".undo .card");
    if (!bar) return ["no bar"];
    const { left, right, top, bottom } = bar.getBoundingClientRect();
    const page = document.querySelector("main").getBoundingClientRect(); // what is scrolled out of it is not under the bar
    return all.flatMap((one) => {
      const box = one.getBoundingClientRect();
      const [from, to] = [Math.max(left, box.left), Math.min(right, box.right)];
      const [above, below] = [Math.max(top, box.top), Math.min(bottom, box.bottom, page.bottom)];
      const hidden = to - from >= 1 && below - above >= 1 && bar.contains(document.elementFromPoint((from + to) / 2, (above + below) / 2));
      return hidden ? [one.outerHTML.slice(0, 90)] : [];
    });
  });
