// Tests of the page of services in a real browser: onboard, order, state, cancel.
import assert from "node:assert/strict";
import { accessible, api, base, coarse, desk, folder, isNarrow, open, phoneWindow, signIn, until, walk } from "./browser.mjs";

const NAME = `Mean NDVI ${process.pid}`;
let secret = "";
let client = "";

async function onboards() {
  const { page, faults } = await open({ ...desk, colorScheme: "light" });
  await signIn(page, "maintainer", "#page=services");
  await page.getByRole("button", { name: "Onboard a service" }).click();
  await page.getByLabel("Name *").fill(NAME);
  await page.getByLabel("Description").fill("Computes the mean NDVI of fields");
  await page.getByRole("button", { name: "Onboard", exact: true }).click();
  const once = page.locator("code.secret");
  await once.first().waitFor();
  [client, secret] = await once.allTextContents();
  assert.match(client, /^svc-/);
  await page.screenshot({ path: `${folder}/services-secret.png` });
  await accessible(page, "a secret that is shown once");
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]));
  assert.ok(!stored.includes(secret), "nothing of the browser stores the secret");
  await page.getByRole("button", { name: "I have copied it" }).click();
  assert.equal(await once.count(), 0, "the secret is shown once");
  await page.getByRole("button", { name: NAME }).click();
  await page.getByText("Nothing has been ordered").waitFor();
  assert.deepEqual(faults, []);
}

async function orders() {
  const { page, faults } = await open({ ...desk, colorScheme: "dark" });
  await signIn(page, "owner", "#page=services");
  await page.getByRole("button", { name: NAME }).click();
  await page.getByRole("button", { name: "Order", exact: true }).click();
  const form = page.getByRole("form", { name: "New commission" });
  await form.getByLabel("Parcel 7").waitFor();
  await form.getByRole("button", { name: "Order" }).click();
  await form.getByText("Fields is needed").waitFor();
  assert.deepEqual(faults.splice(0).filter((fault) => !/422/.test(fault)), []);
  await form.getByLabel("Parcel 7").check();
  await form.getByLabel("Parameters").fill("[]");
  await form.getByRole("button", { name: "Order" }).click();
  await form.getByText("an object in JSON is needed").waitFor();
  await form.getByLabel("Parameters").fill('{"collection": "demo-s2", "layer": "NDVI"}');
  await page.screenshot({ path: `${folder}/services-order-dark.png`, fullPage: true });
  await accessible(page, "an order in the dark");
  await form.getByRole("button", { name: "Order" }).click();
  await page.locator(".rows .badge", { hasText: "Open" }).waitFor();
  assert.match(await page.textContent(".rows"), /1 field/);
  assert.deepEqual(faults, []);
}

/** The service receives the message; the person sees it delivered, and cancels the commission. */
async function cancels() {
  const answer = await fetch(`${base}/services/token`, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "client_credentials", client_id: client, client_secret: secret }),
  });
  const { access_token: token } = await answer.json();
  const service = client.slice("svc-".length);
  const messages = await fetch(`${base}/services/${service}/messages`, { headers: { Authorization: `Bearer ${token}` } });
  assert.equal((await messages.json()).items.length, 1);

  const { page, faults } = await open({ ...phoneWindow, colorScheme: "light" });
  await signIn(page, "owner", `#page=services&service=${service}`);
  await page.getByText("Message: Delivered").waitFor();
  await page.getByRole("button", { name: "Cancel the commission" }).tap();
  await page.getByLabel("Reason *").fill("wrong field");
  await page.getByRole("button", { name: "Cancel it now" }).tap();
  await page.locator(".rows .badge", { hasText: "Cancelled" }).waitFor();
  await page.getByText("wrong field").waitFor();
  await page.screenshot({ path: `${folder}/services-phone.png` });
  await accessible(page, "commissions on a phone");
  assert.ok(await isNarrow(page), "the page does not scroll sideways");
  assert.deepEqual(faults, []);
}

/** Those who may not order are not offered it, and a disabled service takes no orders. */
async function byRole() {
  const { page, faults } = await open(coarse);
  await signIn(page, "viewer", "#page=services");
  await page.getByRole("button", { name: NAME }).click();
  await page.getByRole("heading", { name: "Commissions" }).waitFor();
  await until(page, async () => (await page.locator(".skeleton").count()) === 0);
  for (const name of ["Order", "Onboard a service", "Disable", "New secret"])
    assert.equal(await page.getByRole("button", { name, exact: true }).count(), 0, `a viewer is not offered ${name}`);
  assert.deepEqual(faults, []);
  await api("maintainer", "POST", `/services/${client.slice("svc-".length)}/disable`, { reason: "the test ends" });
}

await walk(onboards, orders, cancels, byRole);
