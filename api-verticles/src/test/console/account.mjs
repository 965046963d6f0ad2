// Tests of the page of the signed-in person in a real browser; see browser.mjs.
import assert from "node:assert/strict";
import { accessible, base, coarse, desk, focusShows, folder, isNarrow, open, phoneWindow, signIn, tokenOf, until, walk } from "./browser.mjs";

const NAME = "weather station";

/** An administrator creates a token that acts as the worker; returns the token. */
async function made() {
  const headers = { Authorization: `Bearer ${await tokenOf("admin")}`, "Content-Type": "application/json" };
  const body = { name: NAME, subject: "worker", audiences: ["sensor-api"], scopes: ["sensor-read"] };
  const answer = await fetch(`${base}/v1/admin/tokens`, { method: "POST", headers, body: JSON.stringify(body) });
  assert.equal(answer.status, 201, await answer.clone().text());
  return (await answer.json()).token;
}

const asked = async (token) => (await fetch(`${base}/sta/v1.1/Things`, { headers: { Authorization: `Bearer ${token}` } })).status;

async function endsAToken() {
  const token = await made();
  assert.equal(await asked(token), 200);
  const { page, faults } = await open({ ...desk, colorScheme: "light" });
  await signIn(page, "worker", "#page=account");
  const row = page.locator(".account li", { hasText: NAME });
  await row.waitFor();
  assert.match(await row.textContent(), /sensor-read.*by an administrator/);
  await page.screenshot({ path: `${folder}/account-light.png` });
  await accessible(page, "tokens of a person");
  await focusShows(page, ".account li button");
  await row.getByRole("button", { name: `End ${NAME}` }).click();
  await row.getByRole("button", { name: "Keep" }).click();
  assert.equal(await asked(token), 200, "one click ends nothing");
  await row.getByRole("button", { name: `End ${NAME}` }).click();
  await row.getByRole("button", { name: "End it now" }).click();
  await until(page, async () => (await row.count()) === 0);
  assert.equal(await asked(token), 401, "the token has ended");
  assert.deepEqual(faults, []);
}

async function nothingActsForOthers() {
  const { page, faults } = await open({ ...coarse, colorScheme: "dark" });
  await signIn(page, "viewer", "#page=account");
  await page.waitForSelector(".account .none");
  await page.screenshot({ path: `${folder}/account-dark.png` });
  await accessible(page, "a person without tokens");
  assert.deepEqual(faults, []);
}

/** A token for map viewers shows pictures of its collection, and nothing else, until it is ended. */
async function showsPictures() {
  const { page, faults } = await open({ ...desk, colorScheme: "light" });
  await signIn(page, "owner", "#page=account");
  await page.getByRole("button", { name: "New token for map viewers" }).click();
  const form = page.getByRole("form", { name: "New token for map viewers" });
  assert.ok(await form.getByRole("button", { name: "Make the token" }).isDisabled(), "a collection is needed");
  await form.getByLabel("Name").fill("QGIS of the office");
  await form.getByLabel("Sample farm from space").check();
  await accessible(page, "a token for map viewers");
  await form.getByRole("button", { name: "Make the token" }).click();
  const shown = page.getByRole("alert", { name: "The new token" });
  await shown.waitFor();
  const [token, template] = await shown.locator("code").allTextContents();
  await page.screenshot({ path: `${folder}/account-viewer-token.png` });
  await shown.getByRole("button", { name: "I have copied it" }).click();
  await shown.waitFor({ state: "detached" });
  assert.ok(!(await page.content()).includes(token), "the token is shown once");
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]));
  assert.ok(!stored.includes(token), "nothing of the browser stores it");

  const tile = template.replace("{z}", "14").replace("{x}", "8896").replace("{y}", "5796");
  const answer = await fetch(tile);
  assert.deepEqual([answer.status, answer.headers.get("content-type")], [200, "image/png"]);
  assert.equal((await fetch(tile.replace("demo-s2", "demo-ndvi"))).status === 200, false, "of no other collection");
  assert.equal((await fetch(`${base}/v1/farms`, { headers: { Authorization: `Bearer ${token}` } })).status, 401);

  const row = page.locator(".viewer-tokens li", { hasText: "QGIS of the office" });
  await row.getByRole("button", { name: "End QGIS of the office" }).click();
  await row.getByRole("button", { name: "End it now" }).click();
  await row.waitFor({ state: "detached" });
  await until(page, async () => (await fetch(tile)).status === 401);
  assert.deepEqual(faults, []);
}

/** Language, time zone and units change the whole console, and are kept with the person. */
async function profile() {
  const { page, faults } = await open({ ...phoneWindow, colorScheme: "light" });
  await signIn(page, "manager", "#page=account");
  await page.getByLabel("Language *").selectOption("sl");
  await page.getByLabel("Time zone").selectOption("Europe/Ljubljana");
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForSelector("html[lang=sl]");
  await page.getByRole("heading", { name: "Profil" }).waitFor();
  assert.match(await page.textContent("nav.rail"), /Zemljevid.*Kmetija/s);
  await page.screenshot({ path: `${folder}/account-slovenian-phone.png` });
  assert.ok(await isNarrow(page), "the page does not scroll sideways");
  await accessible(page, "a profile in Slovenian");
  await page.getByLabel("Jezik *").selectOption("de");
  await page.getByRole("button", { name: "Shrani" }).click();
  await page.waitForSelector("html[lang=de]");
  await page.getByLabel("Sprache *").selectOption("en");
  await page.getByLabel("Einheiten *").selectOption("us");
  await page.getByRole("button", { name: "Speichern" }).click();
  await page.waitForSelector("html[lang=en]");
  await page.goto(`${base}/console/#page=farm`);
  await page.waitForFunction(() => / ac/.test(document.querySelector("[role=treeitem] small")?.textContent ?? ""));
  assert.deepEqual(faults, []);
}

/** Signing out asks; a page that is not there or not for the person says so. */
async function asksAndTells() {
  const { page, faults } = await open({ ...coarse, colorScheme: "light" });
  await signIn(page, "viewer", "#page=admin");
  await page.getByRole("heading", { name: "This page is not for you" }).waitFor();
  assert.equal(await page.locator("nav.rail a", { hasText: "People" }).count(), 0, "a viewer is not offered the page");
  await page.goto(`${base}/console/#page=nowhere`);
  await page.getByRole("heading", { name: "There is no such page" }).waitFor();
  await accessible(page, "a page that is not there");
  await page.getByRole("button", { name: "Sign out Viewer" }).click();
  await page.getByRole("button", { name: "Stay" }).click();
  assert.equal(await page.evaluate(async () => (await fetch("/console/session?absent=empty")).status), 200, "one click ends nothing");
  await page.getByRole("button", { name: "Sign out Viewer" }).click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/console/"));
  assert.deepEqual(faults, []);
}

await walk(endsAToken, nothingActsForOthers, showsPictures, profile, asksAndTells);
