// Tests of the page of apps in a real browser: register, faults at their inputs, submit, review with differences.
import assert from "node:assert/strict";
import { accessible, api, base, coarse, desk, focusShows, folder, isNarrow, open, phoneWindow, signIn, walk } from "./browser.mjs";

const NAME = `Row notes ${process.pid}`;
const KEY = { kty: "EC", crv: "P-256", ...(await publicKey()) };

async function publicKey() {
  const { publicKey: key } = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign"]);
  const { x, y } = await crypto.subtle.exportKey("jwk", key);
  return { x, y };
}

const refusals = (faults) => faults.splice(0).filter((fault) => !/422/.test(fault));

async function registers() {
  const { page, faults } = await open({ ...desk, colorScheme: "light" });
  await signIn(page, "developer", "#page=apps");
  await page.getByRole("button", { name: "Register an app" }).click();
  await page.getByLabel("Name *").fill(NAME);
  await page.getByLabel("Key 1, as JSON (JWK)").fill("-----BEGIN PUBLIC KEY-----");
  await page.getByRole("button", { name: "Save the draft" }).click();
  await page.getByText("a public key as JSON (JWK) is needed").waitFor();

  await page.getByLabel("Key 1, as JSON (JWK)").fill(JSON.stringify({ keys: [{ ...KEY, d: "AQAB" }] }));
  await page.getByLabel("Address 1").fill("https://*.example/callback");
  await page.getByRole("button", { name: "Save the draft" }).click();
  await page.waitForSelector("[aria-invalid=true]");
  const wrong = page.locator(".field:has(em)");
  assert.deepEqual(refusals(faults), []);
  assert.deepEqual(
    (await wrong.locator("> span").allTextContents()).map((label) => label.replace(" *", "")),
    ["Description", "Key 1, as JSON (JWK)", "Address 1", "Address for sign-outs"],
  );
  assert.match(await wrong.first().textContent(), /Description is needed/);
  await page.screenshot({ path: `${folder}/apps-faults.png`, fullPage: true });
  await accessible(page, "a manifest with faults");

  await page.getByLabel("Description *").fill("Shows the fields of a farm.");
  await page.getByLabel("Key 1, as JSON (JWK)").fill(JSON.stringify(KEY));
  await page.getByLabel("Address 1").fill("http://127.0.0.1:8001/callback");
  await page.getByLabel("Address for sign-outs *").fill("https://203.0.113.7/logout");
  await page.getByRole("button", { name: "Save the draft" }).click();
  await page.getByRole("button", { name: "Submit for review" }).click();
  await page.locator(".card-head .badge", { hasText: "Submitted" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Approve" }).count(), 0, "nobody reviews the own app");
  await page.screenshot({ path: `${folder}/apps-submitted.png` });
  assert.deepEqual(faults, []);
}

async function reviewed() {
  const { page, faults } = await open({ ...desk, colorScheme: "dark" });
  await signIn(page, "reviewer", "#page=apps");
  await page.getByRole("button", { name: `${NAME}, version 1` }).click();
  await page.getByLabel("Comment").fill("reads only");
  await accessible(page, "a review in the dark");
  await focusShows(page, "main button");
  await page.screenshot({ path: `${folder}/apps-review-dark.png` });
  await page.getByRole("button", { name: "Approve" }).click();
  await page.locator(".badge", { hasText: "Approved" }).first().waitFor();
  await page.locator(".badge", { hasText: "Enabled" }).first().waitFor(); // the client is made at the provider
  assert.deepEqual(faults, []);
}

async function nextVersion() {
  const { page, faults } = await open(coarse);
  await signIn(page, "developer", "#page=apps");
  await page.getByRole("button", { name: NAME }).click();
  await page.getByRole("button", { name: "New version" }).click();
  await page.getByLabel("Scopes, with spaces between them").fill("farm-read farm-write");
  await page.getByRole("button", { name: "Save the draft" }).click();
  await page.getByRole("button", { name: "Submit for review" }).click();
  await page.locator(".card-head .badge", { hasText: "Submitted" }).waitFor();
  assert.deepEqual(faults, []);
}

async function differences() {
  const { page, faults } = await open({ ...phoneWindow, colorScheme: "light" });
  await signIn(page, "reviewer", "#page=apps");
  await page.getByRole("button", { name: `${NAME}, version 2` }).tap();
  await page.getByRole("heading", { name: "Version 2 compared with version 1" }).waitFor();
  assert.deepEqual(await page.locator(".differences ins").allTextContents(), ["farm-api: farm-write"]);
  assert.deepEqual(await page.locator(".differences dt").allTextContents(), ["Access"], "only what differs is shown");
  await page.screenshot({ path: `${folder}/apps-differences-phone.png`, fullPage: true });
  await accessible(page, "differences on a phone");
  assert.ok(await isNarrow(page), "the page does not scroll sideways");
  await page.getByRole("button", { name: "Reject" }).tap();
  await page.getByLabel("Reason *").fill("no need to write");
  await page.getByRole("button", { name: "Reject it" }).tap();
  await page.getByText("Rejected: no need to write").waitFor();
  assert.deepEqual(faults, []);
}

async function twoReviewers() {
  const developer = await open(coarse);
  await signIn(developer.page, "developer", "#page=apps");
  await developer.page.getByRole("button", { name: NAME }).click();
  await developer.page.getByText("Rejected: no need to write").waitFor();
  await developer.page.getByRole("button", { name: "New version" }).click();
  await developer.page.getByLabel("Scopes, with spaces between them").fill("farm-read farm-write");
  await developer.page.getByRole("button", { name: "Save the draft" }).click();
  await developer.page.getByRole("button", { name: "Submit for review" }).click();
  await developer.page.locator(".card-head .badge", { hasText: "Submitted" }).waitFor();

  const first = await open(coarse);
  await signIn(first.page, "reviewer", "#page=apps");
  await first.page.getByText("0 of 2 reviews").first().waitFor();
  await first.page.getByRole("button", { name: `${NAME}, version 3` }).click();
  await first.page.getByRole("button", { name: "Approve" }).click();
  await first.page.getByText("You have approved it; another reviewer is needed.").waitFor();
  assert.equal(await first.page.getByRole("button", { name: "Approve" }).count(), 0, "a reviewer counts once");

  const second = await open(coarse);
  await signIn(second.page, "admin", "#page=apps&part=reviews");
  await second.page.getByText("1 of 2 reviews").first().waitFor();
  await second.page.getByRole("button", { name: `${NAME}, version 3` }).click();
  await second.page.getByRole("button", { name: "Approve" }).click();
  await second.page.locator(".card-head .badge", { hasText: "Approved" }).first().waitFor();
  assert.deepEqual([...developer.faults, ...first.faults, ...second.faults], []);
}

/** An administrator may register apps and review those of others. */
async function ownApp() {
  const name = `Own notes ${process.pid}`;
  const manifest = {
    name,
    description: "Shows the fields of a farm.",
    publicKeys: [{ kty: "EC", crv: "P-256", ...(await publicKey()) }],
    redirectUris: ["http://127.0.0.1:8001/callback"],
    backChannelLogoutUri: "https://203.0.113.7/logout",
    access: [{ audience: "farm-api", scopes: ["farm-read"] }],
  };
  const { appId } = await api("admin", "POST", "/store/apps", manifest);
  await api("admin", "POST", `/store/apps/${appId}/versions/1/submit`);
  const { page, faults } = await open(coarse);
  await signIn(page, "admin", `#page=apps&app=${appId}&version=1`);
  await page.locator(".card-head .badge", { hasText: "Submitted" }).first().waitFor();
  assert.equal(await page.getByRole("button", { name: "Approve" }).count(), 0, "nobody reviews the own app");
  assert.deepEqual(faults, []);
}

async function withdraws() {
  const { page, faults } = await open(coarse);
  await signIn(page, "developer", "#page=apps");
  await page.getByRole("button", { name: NAME }).click();
  await page.getByRole("button", { name: "Withdraw the app" }).click();
  await page.getByLabel("Reason *").fill("no longer used");
  await page.getByRole("button", { name: "Withdraw it for ever" }).click();
  await page.getByText("no longer used").waitFor();
  await page.locator(".badge", { hasText: "Disabled" }).first().waitFor();
  assert.equal(await page.getByRole("button", { name: "New version" }).count(), 0);
  await page.goto(`${base}/console/#page=apps&app=0198c0de-0000-7000-8000-000000000001`);
  await page.waitForSelector(".fault");
  assert.deepEqual(faults.filter((fault) => !/404/.test(fault)), []);
}

await walk(registers, reviewed, nextVersion, differences, twoReviewers, ownApp, withdraws);
