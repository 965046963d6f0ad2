// Tests of the page of the signed-in person in a real browser; see browser.mjs.
import assert from "node:assert/strict";
import { accessible, base, coarse, desk, focusShows, folder, open, signIn, until, walk } from "./browser.mjs";

const NAME = "weather station";

/** A token of the development identity for a person. */
async function tokenOf(user) {
  const form = { grant_type: "urn:glebe:params:oauth:grant-type:development", user, audience: "farm-api" };
  const answer = await fetch(`${base}/dev/identity/token`, { method: "POST", body: new URLSearchParams(form) });
  return (await answer.json()).access_token;
}

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

await walk(endsAToken, nothingActsForOthers);
