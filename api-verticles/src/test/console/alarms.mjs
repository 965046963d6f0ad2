// The page of alarms: node alarms.mjs BASE FOLDER CHROMIUM
import assert from "node:assert/strict";
import { accessible, api, base, desk, folder, focusShows, isNarrow, leave, open, phoneWindow, signIn, tooSmall, undo, until, walk } from "./browser.mjs";

const FARM = "5a3d1c00-0000-4000-8000-000000000002";
const NAME = "Soil is dry";
const sign = (page) => page.locator(".rail a", { hasText: "Alarms" }).locator(".count");
const card = (page, name) => page.getByRole("region", { name, exact: true });

/** An observation of the soil moisture in parcel 7. */
async function observe(result) {
  const headers = { Authorization: "Bearer glebe-dev-token", "Content-Type": "application/json" };
  const body = JSON.stringify({ result });
  const answer = await fetch(`${base}/sta/v1.1/Datastreams(1)/Observations`, { method: "POST", headers, body });
  assert.equal(answer.status, 201);
}

async function makesARule() {
  const { page, faults } = await open(desk);
  await signIn(page, "owner", "#page=alarms");
  await page.getByText("No alarm. The platform checks the rules").waitFor();
  await card(page, "Ended").getByText("14.9 %, below 15 %").waitFor();
  assert.equal(await sign(page).count(), 0);
  await page.getByRole("button", { name: "Show the rules" }).click();
  await page.getByText("below 15 %", { exact: false }).first().waitFor();
  await page.getByRole("button", { name: "New rule" }).click();
  const form = page.getByRole("form", { name: "New rule" });
  await form.getByLabel("Name *").fill(NAME);
  await form.getByLabel("Kind *").selectOption("RISE");
  await form.getByLabel("Datastream *").selectOption({ label: "Soil moisture, Station Parcel 7 (%)" });
  await form.getByLabel("Threshold in % *").fill("-3");
  await form.getByLabel("Duration in minutes *").fill("60");
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText("Threshold must be above 0").waitFor(); // at its input
  await form.getByLabel("Kind *").selectOption("BELOW");
  await form.getByLabel("Threshold in % *").fill("16");
  await form.getByText("More details").click();
  await form.getByLabel("Duration in minutes").fill("");
  await form.getByLabel("Hysteresis").fill("2");
  await form.getByLabel("Severity").selectOption("CRITICAL");
  await page.screenshot({ path: `${folder}/alarms-rule.png`, fullPage: true });
  await accessible(page, "the form of a rule");
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByRole("listitem").filter({ hasText: NAME }).getByText("below 16 %").waitFor();
  assert.deepEqual(faults.filter((fault) => !/422/.test(fault)), []);
}

/** The sign in the rail and the list follow the stream of changes, without a reload. */
async function seesAndAcknowledges() {
  const { page, faults } = await open(desk);
  const { page: other, faults: others } = await open({ ...phoneWindow, colorScheme: "dark" });
  await signIn(page, "owner", "#page=alarms");
  await signIn(other, "owner", "#page=account");
  await page.getByText("No alarm. The platform checks the rules").waitFor();
  await observe(15.5);
  const alarm = card(page, "Now").getByRole("listitem").filter({ hasText: NAME });
  await alarm.getByText("15.5 %, below 16 %").waitFor();
  assert.match(await alarm.textContent(), /Critical.*Soil moisture, Station Parcel 7.*since .*(now|second|minute)/);
  await until(page, async () => (await sign(page).allTextContents()).join() === "1");
  await until(other, async () => (await sign(other).allTextContents()).join() === "1");
  await page.screenshot({ path: `${folder}/alarms.png` });
  await accessible(page, "the alarms");
  await focusShows(page, ".sheet-head button");
  await alarm.getByRole("link", { name: "Chart" }).click();
  await page.getByRole("complementary", { name: "Chosen sensor" }).getByText("below 16").first().waitFor();
  await page.goBack();
  await alarm.getByRole("button", { name: `Acknowledge ${NAME}` }).click();
  await alarm.getByLabel("Note").fill("The pump runs.");
  await alarm.getByRole("button", { name: "I have seen it" }).click();
  await alarm.getByText("Acknowledged by you").waitFor();
  await alarm.getByText("The pump runs.").waitFor();
  await until(other, async () => (await sign(other).count()) === 0);
  assert.equal(await sign(page).count(), 0);
  assert.deepEqual([...faults, ...others], []);
}

/** On a phone in the dark; a viewer reads only. */
async function viewerReads() {
  const { page, faults } = await open({ ...phoneWindow, colorScheme: "dark" });
  await signIn(page, "viewer", "#page=alarms");
  await card(page, "Now").getByText("15.5 %, below 16 %").waitFor();
  assert.equal(await page.getByRole("button", { name: /Acknowledge/ }).count(), 0);
  assert.equal(await page.getByRole("button", { name: "Webhooks", exact: true }).count(), 0);
  assert.ok(await isNarrow(page), "nothing is wider than the window");
  await page.screenshot({ path: `${folder}/alarms-phone-dark.png` });
  await accessible(page, "the alarms on a phone");
  await page.getByRole("button", { name: "Rules", exact: true }).click();
  await page.getByText("below 16 %").waitFor();
  for (const name of [/New rule/, /Edit/, /Switch/, /Delete/])
    assert.equal(await page.getByRole("button", { name }).count(), 0, `a viewer is not offered ${name}`);
  assert.deepEqual(faults, []);
}

async function worksOnAPhone() {
  const { page, faults } = await open({ ...phoneWindow, colorScheme: "light" });
  await signIn(page, "owner", "#page=alarms&part=rules");
  await page.getByRole("button", { name: "New rule" }).click();
  const form = page.getByRole("form", { name: "New rule" });
  await form.getByLabel("Kind *").selectOption("SILENCE");
  assert.equal(await form.getByLabel("Threshold").count(), 0, "a silence has no threshold");
  assert.ok(await isNarrow(page), "nothing is wider than the window");
  assert.deepEqual(await tooSmall(page, ".sheet"), []);
  await page.screenshot({ path: `${folder}/alarms-rule-phone.png`, fullPage: true });
  await accessible(page, "the form of a rule on a phone");
  assert.deepEqual(faults, []);
}

async function endsARule() {
  const { page, faults } = await open(desk);
  await signIn(page, "owner", "#page=alarms&part=rules");
  const rule = page.getByRole("listitem").filter({ hasText: NAME });
  await rule.getByRole("button", { name: `Edit ${NAME}` }).click();
  const form = page.getByRole("form", { name: NAME });
  await form.getByText("More details").click();
  await form.getByLabel("Duration in minutes").fill("90");
  await form.getByRole("button", { name: "Save" }).click();
  await rule.getByText("below 16 % for 90 minutes").waitFor();
  await rule.getByRole("button", { name: `Switch off ${NAME}` }).click();
  await rule.getByText("Off", { exact: true }).waitFor();
  await undo(page);
  await rule.getByText("Off", { exact: true }).waitFor({ state: "detached" });
  await rule.getByRole("button", { name: `Switch off ${NAME}` }).click();
  await rule.getByRole("button", { name: `Switch on ${NAME}` }).waitFor();
  await page.getByRole("navigation", { name: "Alarms" }).getByRole("button", { name: "Alarms" }).click();
  await card(page, "Ended").getByRole("listitem").filter({ hasText: NAME }).first().waitFor();
  await page.getByRole("button", { name: "Rules", exact: true }).click();
  await rule.getByRole("button", { name: `Delete ${NAME}` }).click();
  await rule.getByRole("button", { name: "Delete it for ever" }).click();
  await rule.waitFor({ state: "detached" });
  await undo(page);
  await rule.getByRole("button", { name: `Delete ${NAME}` }).click();
  await rule.getByRole("button", { name: "Delete it for ever" }).click();
  await rule.waitFor({ state: "detached" });
  await leave(page);
  await until(page, async () => (await api("owner", "GET", `/v1/alarm-rules?farmId=${FARM}`)).items.every(({ name }) => name !== NAME));
  assert.deepEqual(faults, []);
}

/** The alarm of a task that was planned while the page is open has the name of the task. */
async function namesANewTask() {
  const { page, faults } = await open(desk);
  await signIn(page, "owner", "#page=alarms");
  await card(page, "Ended").waitFor();
  const [rule, task] = [crypto.randomUUID(), crypto.randomUUID()];
  const name = `Overdue ${process.pid}`;
  await api("owner", "PUT", `/v1/alarm-rules/${rule}`, { id: rule, originType: "USER", farmId: FARM, name: "Task is due", kind: "TASK_DUE" });
  const dueAt = new Date(Date.now() - 60_000).toISOString().replace(/\.\d+/, "");
  await api("owner", "PUT", `/v1/tasks/${task}`, { id: task, name, farmId: FARM, status: "PLANNED", originType: "USER", dueAt });
  await card(page, "Now").getByText(`the task is due · ${name}`).waitFor();
  await api("owner", "DELETE", `/v1/tasks/${task}`);
  await api("owner", "DELETE", `/v1/alarm-rules/${rule}`);
  assert.deepEqual(faults, []);
}

async function webhooks() {
  const { page, faults } = await open(desk);
  await signIn(page, "owner", "#page=alarms&part=webhooks");
  await page.getByText("No webhook yet.").waitFor();
  await page.getByRole("button", { name: "New webhook" }).click();
  const form = page.getByRole("form", { name: "New webhook" });
  await form.getByLabel("Name *").fill("Irrigation");
  await form.getByLabel("URL *").fill("https://10.0.0.1/glebe");
  await form.getByRole("button", { name: "Make the webhook" }).click();
  await form.locator("em").waitFor(); // an address of a private network
  await form.getByLabel("URL *").fill("https://hooks.example.org/glebe");
  await form.getByLabel("Alarms from this severity on").selectOption("WARNING");
  await form.getByRole("button", { name: "Make the webhook" }).click();
  const secret = page.getByRole("alert", { name: "The secret of the webhook" });
  assert.match(await secret.locator("code").textContent(), /^whsec_/);
  await page.screenshot({ path: `${folder}/alarms-webhook.png` });
  await accessible(page, "a new webhook");
  await secret.getByRole("button", { name: "I have copied it" }).click();
  await secret.waitFor({ state: "detached" });
  const row = page.getByRole("listitem").filter({ hasText: "Irrigation" }).first();
  await row.getByRole("button", { name: "Send a test message to Irrigation" }).click();
  await row.getByText(/[1-9]\d* attempts? ·/).waitFor(); // the host of the example has no address
  await page.screenshot({ path: `${folder}/alarms-webhook-messages.png` });
  await row.getByRole("button", { name: "Delete Irrigation" }).click();
  await row.getByRole("button", { name: "Delete it for ever" }).click();
  await page.getByText("No webhook yet.").waitFor();
  const stored = async () => (await api("owner", "GET", `/v1/farms/${FARM}/alarm-webhooks`)).items;
  assert.equal((await stored()).length, 1, "it can be taken back");
  await undo(page);
  await row.getByRole("button", { name: "Delete Irrigation" }).click();
  await row.getByRole("button", { name: "Delete it for ever" }).click();
  await page.getByText("No webhook yet.").waitFor();
  await leave(page);
  await until(page, async () => (await stored()).length === 0);
  assert.deepEqual(faults.filter((fault) => !/422/.test(fault)), []);
}

const SUBSCRIPTION = {
  endpoint: "https://push.example.org/wpush/1",
  expirationTime: null,
  keys: {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  },
};

/**
 * Subscription and permission are stand-ins, because a browser without a screen has no push service and refuses notifications.
 * What the service worker shows is tested in serviceWorker.test.ts, what the platform sends in AlarmSubscriptionsTest.
 */
async function withSubscription(page) {
  await page.addInitScript((subscription) => {
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    Notification.requestPermission = () => Promise.resolve("granted");
    let current = null;
    const made = {
      ...subscription,
      toJSON: () => subscription,
      unsubscribe: () => {
        current = null;
        return Promise.resolve(true);
      },
    };
    PushManager.prototype.getSubscription = () => Promise.resolve(current);
    PushManager.prototype.subscribe = (options) => {
      globalThis.subscribed = options;
      return Promise.resolve((current = made));
    };
  }, SUBSCRIPTION);
}

async function notifies() {
  const { page: without, faults: refusals } = await open({ ...phoneWindow, colorScheme: "dark" });
  await signIn(without, "viewer", `#page=alarms&farm=${FARM}`);
  assert.ok(await without.getByLabel("Notify this browser").isDisabled());
  await without.getByText("You have refused notifications of this site.").waitFor();
  await accessible(without, "notifications that are refused");
  assert.deepEqual(refusals, []);
  const { page, faults } = await open({ ...desk, serviceWorkers: "allow" });
  await withSubscription(page);
  await signIn(page, "viewer", `#page=alarms&farm=${FARM}`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  const wanted = page.getByLabel("Notify this browser");
  await wanted.click();
  await until(page, async () => (await wanted.isChecked()) && (await wanted.isEnabled()));
  const path = `/v1/farms/${FARM}/alarm-subscriptions`;
  const { items, publicKey } = await api("viewer", "GET", path);
  assert.deepEqual(items.map(({ endpoint, language }) => [endpoint, language]), [[SUBSCRIPTION.endpoint, "en"]]);
  const options = await page.evaluate(() => globalThis.subscribed);
  assert.deepEqual(options, { userVisibleOnly: true, applicationServerKey: publicKey });
  await page.screenshot({ path: `${folder}/alarms-notify.png`, fullPage: true });
  await accessible(page, "the switch of notifications");

  const event = (await api("viewer", "GET", `/v1/alarm-events?farmId=${FARM}`)).items[0];
  await page.goto(`${base}/console/#page=alarms&farm=${FARM}&alarm=${event.id}`); // as a notification opens it
  const chosen = page.locator("li[aria-current=true]");
  await chosen.getByText(event.name).waitFor();
  await page.screenshot({ path: `${folder}/alarms-notified.png` });

  await wanted.click();
  await until(page, async () => !(await wanted.isChecked()) && (await wanted.isEnabled()));
  assert.deepEqual((await api("viewer", "GET", path)).items, []);
  assert.deepEqual(faults, []);
}

await walk(makesARule, seesAndAcknowledges, viewerReads, worksOnAPhone, endsARule, namesANewTask, webhooks, notifies);
