// Tests of the guides in a real browser; see browser.mjs.
import assert from "node:assert/strict";
import { accessible, base, coarse, folder, open, phoneWindow, until, walk } from "./browser.mjs";

/** A reader searches the guides, and finds commands for the platform that serves them. */
async function searches() {
  const { page, faults } = await open({ ...coarse, colorScheme: "dark" });
  await page.goto(`${base}/docs/guides/`);
  await accessible(page, "the list of guides");
  await page.getByRole("searchbox").fill("time series bbox");
  await page.getByRole("button", { name: "Search" }).click();
  await page.locator(".found mark").first().waitFor();
  await page.screenshot({ path: `${folder}/guides-search-dark.png` });
  await accessible(page, "what a search found");
  await page.locator(".found a").first().click();
  await page.waitForURL(`${base}/docs/guides/*#*`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.goto(`${base}/docs/guides/recipes/gdal`);
  const commands = page.locator("main pre code", { hasText: "/api/v2" }).first();
  assert.match(await commands.textContent(), new RegExp(base), "the address of this platform");
  const copy = page.getByRole("button", { name: "Copy" }).first();
  await copy.click();
  await until(page, async () => (await page.getByRole("button", { name: /Copied|Selected/ }).count()) === 1);
  assert.deepEqual(faults, []);
}

async function readsOnAPhone() {
  const { page, faults } = await open({ ...phoneWindow, colorScheme: "light" });
  await page.goto(`${base}/docs/guides/mqtt`);
  await page.getByText("On this page").click();
  await page.getByRole("link", { name: "Sessions" }).click();
  await page.waitForURL(`${base}/docs/guides/mqtt#sessions`);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(over <= 0, `${over} pixels beyond the window`);
  await page.screenshot({ path: `${folder}/guides-phone.png` });
  await accessible(page, "a guide on a phone");
  assert.deepEqual(faults, []);
}

/** Operations are tried out as the person who has signed in. */
async function triesAnOperation() {
  const { page, faults } = await open({ ...coarse, colorScheme: "light" });
  await page.goto(`${base}/docs/`);
  await page.locator(".opblock-tag").first().waitFor();
  await accessible(page, "the interfaces");
  await page.getByRole("link", { name: "Sign in to try out operations" }).click();
  await page.locator("button[name=user][value=owner]").click();
  await page.getByText("Operations are tried out as").waitFor();
  await page.locator(".opblock-tag", { hasText: "Farm and Sites" }).click();
  const list = page.locator(".opblock-get", { hasText: "/farms" }).first();
  await list.locator(".opblock-summary-control").click();
  await list.getByRole("button", { name: "Try it out" }).click();
  await list.getByRole("button", { name: "Execute" }).click();
  await list.locator(".live-responses-table .response-col_status", { hasText: "200" }).waitFor();
  await accessible(page, "an answer", ".opblock-tag-section.is-open");
  await page.screenshot({ path: `${folder}/operations.png` });
  assert.deepEqual(faults, []);
}

async function readsAnOperationInTheDark() {
  const { page, faults } = await open({ ...coarse, colorScheme: "dark" });
  await page.goto(`${base}/docs/`);
  await page.locator(".opblock-tag").first().waitFor();
  await accessible(page, "the interfaces in the dark");
  await page.locator(".opblock-tag", { hasText: "Farm and Sites" }).click();
  const patch = page.locator(".opblock-patch").first();
  await patch.locator(".opblock-summary-control").click();
  await patch.locator(".responses-table .headers").first().waitFor();
  await accessible(page, "an operation in the dark", ".opblock-tag-section.is-open");
  await page.screenshot({ path: `${folder}/operation-dark.png` });
  assert.deepEqual(faults, []);
}

/** Without JavaScript the page of the interfaces is not empty: it says what can be read. */
async function withoutScripts() {
  const { page, faults } = await open({ ...coarse, javaScriptEnabled: false });
  await page.goto(`${base}/docs/`);
  await page.locator(".no-script").waitFor(); // the words of such an element are no text for Playwright
  await page.locator(".no-script a").first().click();
  await page.waitForURL(`${base}/docs/guides/`);
  assert.deepEqual(faults, []);
}

await walk(searches, readsOnAPhone, triesAnOperation, readsAnOperationInTheDark, withoutScripts);
