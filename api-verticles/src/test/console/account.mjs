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

await walk(endsAToken, nothingActsForOthers, profile, asksAndTells);
