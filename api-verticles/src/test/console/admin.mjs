// Tests of the page of people and access in a real browser: invitations, periods, tokens shown once, health.
import assert from "node:assert/strict";
import { accessible, base, coarse, desk, focusShows, folder, isNarrow, open, phoneWindow, signIn, until, walk } from "./browser.mjs";

const MAIL = `new${process.pid}@example.org`;

async function invites() {
  const { page, faults } = await open({ ...desk, colorScheme: "light" });
  await signIn(page, "owner", "#page=admin");
  await page.getByRole("button", { name: "Invite a person" }).click();
  await page.getByLabel("E-mail address *").fill(MAIL);
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const row = page.locator(".rows li", { hasText: MAIL });
  await row.waitFor();
  await row.getByRole("button", { name: "Edit", exact: false }).click();
  await row.locator("input[type=date]").nth(1).fill("2026-01-01");
  await row.locator("input[type=date]").nth(0).fill("2026-02-01");
  await row.getByRole("button", { name: "Save" }).click();
  await row.locator("[aria-invalid=true]").first().waitFor();
  assert.deepEqual(faults.splice(0).filter((fault) => !/422/.test(fault)), []);
  await row.locator("input[type=date]").nth(1).fill("2030-01-31");
  await row.getByRole("button", { name: "Save" }).click();
  await row.getByText("until 31 Jan 2030").waitFor();
  await row.getByText(/Worker/).waitFor();
  await row.getByRole("button", { name: "Edit" }).click();
  await row.getByLabel("Role *").selectOption({ label: "Viewer" });
  await row.getByRole("button", { name: "Save" }).click();
  await row.getByText(/Viewer/).waitFor();
  await page.locator(".undo").getByRole("button", { name: "Undo" }).click();
  await row.getByText(/Worker/).waitFor();
  await page.screenshot({ path: `${folder}/admin-access.png` });
  await accessible(page, "access to a farm");
  await focusShows(page, ".parts button");
  await row.getByRole("button", { name: "End the access of" }).click();
  await row.getByRole("button", { name: "End the access now" }).click();
  await until(page, async () => (await row.count()) === 0);
  assert.equal(await page.getByRole("button", { name: "Tokens" }).count(), 0, "only administrators are offered tokens");
  assert.deepEqual(faults, []);
}

const asked = async (token) => (await fetch(`${base}/v1/farms`, { headers: { Authorization: `Bearer ${token}` } })).status;

async function tokens() {
  const { page, faults } = await open({ ...desk, colorScheme: "dark" });
  await signIn(page, "admin", "#page=admin&part=tokens");
  await page.getByRole("button", { name: "New token" }).click();
  const name = `report ${process.pid}`;
  await page.getByLabel("Name *").fill(name);
  await page.getByLabel("Acts for *").selectOption("viewer");
  await page.getByRole("button", { name: "Make the token" }).click();
  const once = page.locator("code.secret");
  await once.waitFor();
  const token = await once.textContent();
  assert.equal(await asked(token), 200);
  await page.screenshot({ path: `${folder}/admin-token-dark.png` });
  await accessible(page, "a token that is shown once");
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]));
  assert.ok(!stored.includes(token), "nothing of the browser stores the token");
  await page.getByRole("button", { name: "I have copied it" }).click();
  await page.reload();
  await page.getByRole("button", { name: `End ${name}` }).waitFor();
  assert.ok(!(await page.content()).includes(token), "the token is shown once");
  await page.getByRole("button", { name: `End ${name}` }).click();
  await page.getByRole("button", { name: "End it now" }).click();
  await page.locator("li", { hasText: name }).getByText("Ended").waitFor();
  assert.equal(await asked(token), 401);
  assert.deepEqual(faults, []);
}

async function accountsAndHealth() {
  const { page, faults } = await open({ ...phoneWindow, colorScheme: "light" });
  await signIn(page, "admin", "#page=admin&part=accounts");
  await page.getByRole("button", { name: "New account" }).tap();
  const name = `gateway-${process.pid}`;
  await page.getByLabel("Name *").fill(name);
  await page.getByRole("button", { name: "Make the account" }).tap();
  await page.locator("code.secret").first().waitFor();
  await page.getByRole("button", { name: "I have copied it" }).tap();
  await page.getByRole("button", { name: `Delete ${name}` }).tap();
  await page.getByRole("button", { name: "Delete it for ever" }).tap();
  await until(page, async () => (await page.getByRole("button", { name: `Delete ${name}` }).count()) === 0);
  await page.getByRole("button", { name: "Health" }).tap();
  await page.getByRole("heading", { name: "Queues" }).waitFor();
  assert.match(await page.getByRole("region", { name: "Parts" }).textContent(), /Database.*Ready/);
  assert.match(await page.getByRole("region", { name: "Queues" }).textContent(), /MQTT inbound waiting/);
  const memory = await page.getByRole("region", { name: "Memory and storage" }).textContent();
  assert.match(memory, /Disk free, data[\d.,]+ [MG]B/);
  assert.match(memory, /Cache, tile[\d.,]+ [kMG]B of [\d.,]+ MB/);
  await page.screenshot({ path: `${folder}/admin-health-phone.png` });
  await accessible(page, "health on a phone");
  assert.ok(await isNarrow(page), "the page does not scroll sideways");
  assert.deepEqual(faults, []);
}

async function people() {
  const { page, faults } = await open({ ...coarse, colorScheme: "light" });
  await signIn(page, "admin", "#page=admin&part=people");
  const row = page.locator(".rows li", { hasText: "Neighbour" }).first();
  await row.getByRole("button", { name: /^Disable/ }).click();
  await row.getByRole("button", { name: "Keep" }).click();
  await page.getByRole("button", { name: "Roles" }).click();
  const role = page.locator(".rows li", { has: page.locator("strong", { hasText: /^worker$/i }) });
  await role.getByText(/permissions/).click();
  await role.getByText("Task", { exact: true }).waitFor();
  await accessible(page, "roles");
  assert.deepEqual(faults, []);
}

/** Styles of a page that was open before do not change the controls of another one. */
async function buttons() {
  const { page, faults } = await open({ ...coarse, colorScheme: "light" });
  await signIn(page, "owner", "#page=data");
  await page.locator(".collections button").first().waitFor();
  await page.getByRole("link", { name: "People" }).click();
  const period = page.getByRole("button", { name: "Edit Farm worker" });
  await period.waitFor();
  const look = await period.evaluate((one) => [getComputedStyle(one).borderTopColor, getComputedStyle(one).textAlign]);
  assert.notEqual(look[0], "rgba(0, 0, 0, 0)", "a button has a border");
  assert.equal(look[1], "center");
  assert.deepEqual(faults, []);
}

/** An administrator without a role on a farm gets only pages that work: no request is refused. */
async function offered() {
  const { page, faults } = await open({ ...coarse, colorScheme: "light" });
  await signIn(page, "admin", "#page=map");
  await page.getByRole("link", { name: "People" }).waitFor();
  const names = await page.locator(".rail a").evaluateAll((all) => all.map(({ title }) => title));
  assert.deepEqual(names.filter((name) => /Farm|Fields|Work|Alarms|Devices/.test(name)), [], "nothing of farms is offered");
  for (const name of names) {
    await page.getByRole("link", { name }).click();
    await page.locator(`main[aria-label="${name}"] :is(h1, .hint, .panel)`).first().waitFor();
    await page.waitForLoadState("networkidle");
    assert.equal(await page.locator("main .fault").count(), 0, name);
  }
  assert.deepEqual(faults, []);
}

await walk(buttons, offered, invites, tokens, accountsAndHealth, people);
