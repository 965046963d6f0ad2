// Tests of the page of work in a real browser: plan, assign, do, finish; activities; calendar.
import assert from "node:assert/strict";
import { accessible, api, base, coarse, desk, focusShows, folder, idle, isNarrow, lyingWindow, open, phoneWindow, signIn, tokenOf, tooSmall, underTheBar, until, walk } from "./browser.mjs";

const FIELD = "5a3d1c00-0000-4000-8001-000000000007"; // Parcel 7
const TASK = `Mow the lane ${process.pid}`;
const card = (page, name) => page.getByRole("listitem", { name });
const column = (page, name) => page.getByRole("region", { name, exact: true });

/** The sample has the people of two accounts; another one is added. */
async function addsAWorker() {
  const { page, faults } = await open({ ...coarse, colorScheme: "light" });
  await signIn(page, "manager", "#page=work&part=people");
  await page.getByRole("button", { name: "Add a person" }).click();
  const form = page.getByRole("form", { name: "New person" });
  await form.getByLabel("Name *").fill("Ana Novak");
  await form.getByText("More details").click();
  await form.getByRole("combobox", { name: "Account", exact: true }).selectOption({ label: "Farm owner" });
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByText("Account: Farm owner").first().waitFor();
  await accessible(page, "people who work");
  assert.deepEqual(faults, []);
}

/** A machine and a product are added, and the machine gets another name and is removed. */
async function addsMachinesAndProducts() {
  const { page, faults } = await open({ ...coarse, colorScheme: "dark" });
  await signIn(page, "manager", "#page=work&part=machines");
  await page.getByRole("button", { name: "Add a machine" }).click();
  let form = page.getByRole("form", { name: "New machine" });
  await form.getByLabel("Name *").fill("Seeder 7");
  await form.getByText("More details").click();
  await form.getByRole("combobox", { name: "Kind", exact: true }).selectOption("SEEDER");
  await form.getByLabel("Manufacturer").fill("Any");
  await form.getByRole("button", { name: "Save" }).click();
  const list = page.getByRole("region", { name: "Machines" });
  await list.getByText("Seeder, Any").waitFor();
  await accessible(page, "machines");
  await page.screenshot({ path: `${folder}/work-machines.png` });
  await list.getByRole("button", { name: "Edit Seeder 7" }).click();
  form = list.getByRole("form", { name: "Seeder 7" });
  await form.getByLabel("Name *").fill("Seeder 8");
  await form.getByRole("button", { name: "Save" }).click();
  await list.getByRole("button", { name: "Remove Seeder 8" }).click();
  await list.getByRole("button", { name: "Remove it" }).click();
  await list.getByText("Seeder 8").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Products", exact: true }).click();
  await page.getByRole("button", { name: "Add a product" }).click();
  form = page.getByRole("form", { name: "New product" });
  await form.getByLabel("Name *").fill("Rye seed");
  await form.getByLabel("Kind *").selectOption("SEED");
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByRole("region", { name: "Products" }).getByText("Rye seed").waitFor();
  await page.screenshot({ path: `${folder}/work-products.png` });
  assert.deepEqual(faults, []);
}

/** Of two people who change the same machine, the second one is told, sees the newest values and changes those. */
async function changesAtOnce() {
  const id = crypto.randomUUID();
  const name = `Roller ${process.pid}`;
  const { farmId } = await api("manager", "GET", `/v1/fields/${FIELD}`);
  await api("manager", "PUT", `/v1/machines/${id}`, { id, name, farmId, status: "ACTIVE", originType: "USER", manufacturer: "Old" });
  const { page, faults } = await open({ ...coarse, colorScheme: "light" });
  await signIn(page, "manager", "#page=work&part=machines");
  const list = page.getByRole("region", { name: "Machines" });
  const form = list.getByRole("form", { name });
  await list.getByRole("button", { name: `Edit ${name}` }).click();
  await form.getByText("More details").click();
  await form.getByLabel("Manufacturer").fill("Mine");
  await api("owner", "PATCH", `/v1/machines/${id}`, { manufacturer: "Theirs" }, { "Content-Type": "application/merge-patch+json" });
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText("it was changed since you opened it").waitFor();
  assert.equal(await form.getByLabel("Manufacturer").inputValue(), "Mine", "what was filled in stays");
  assert.equal((await api("manager", "GET", `/v1/machines/${id}`)).manufacturer, "Theirs", "nothing is overwritten");
  await accessible(page, "a conflict");
  await page.screenshot({ path: `${folder}/work-conflict.png` });
  await form.getByRole("button", { name: "Show the newest values" }).click();
  await until(page, async () => (await form.getByLabel("Manufacturer").inputValue()) === "Theirs");
  await form.getByText("More details").click();
  await form.getByLabel("Manufacturer").fill("Ours");
  await form.getByRole("button", { name: "Save" }).click();
  await list.getByText("Ours").waitFor();
  assert.deepEqual(faults, []);
}

async function plansAndAssigns() {
  const { page, faults } = await open({ ...desk, colorScheme: "light" });
  await signIn(page, "manager", "#page=work");
  await column(page, "Planned").waitFor();
  await page.getByRole("button", { name: "Plan a task" }).click();
  const form = page.getByRole("form", { name: "New task" });
  assert.equal(await form.getByLabel("Name *").getAttribute("required"), "", "the required mark is that of the catalogue");
  await form.getByLabel("Name *").fill(TASK);
  await form.getByText("More details").click();
  await form.getByRole("combobox", { name: "Field", exact: true }).selectOption(FIELD);
  await form.getByLabel("Planned start").fill("2026-05-05T08:00");
  await form.getByLabel("Planned end").fill("2026-05-04T08:00");
  await form.getByRole("button", { name: "Save" }).click();
  await form.locator("[aria-invalid=true]").first().waitFor();
  assert.deepEqual(faults.splice(0).filter((fault) => !/422/.test(fault)), []);
  await page.screenshot({ path: `${folder}/work-form.png` });
  await accessible(page, "a task with a fault");
  await form.getByLabel("Planned end").fill("2026-05-05T10:00");
  await form.getByLabel("Farm worker").check();
  await form.getByRole("button", { name: "Save" }).click();
  await column(page, "Assigned").getByText(TASK).waitFor();
  assert.match(await card(page, TASK).textContent(), /Parcel 7 · Farm worker/);
  await page.screenshot({ path: `${folder}/work-board.png`, fullPage: true });
  await focusShows(page, ".parts button");
  assert.deepEqual(faults, []);
}

/** The rail has some pages and the open one, and shows the others when it is asked. */
async function railOfAPhone(page) {
  const rail = page.locator(".rail");
  const links = () => page.locator(".rail a").evaluateAll((all) => all.filter((one) => one.checkVisibility()).map(({ title }) => title));
  assert.ok(await rail.evaluate((one) => one.scrollWidth <= one.clientWidth), "the rail does not scroll sideways");
  assert.deepEqual(await links(), ["Map", "Farm", "Fields", "Work"]);
  await rail.getByRole("button", { name: "More" }).tap();
  assert.ok((await links()).includes("You"), "all pages are offered");
  assert.ok(await rail.evaluate((one) => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight));
  await page.screenshot({ path: `${folder}/work-phone-pages.png` });
  await rail.getByRole("link", { name: "You" }).tap();
  await page.getByRole("button", { name: "More" }).waitFor();
  assert.deepEqual(await links(), ["Map", "Farm", "Fields", "You"], "the open page is among them");
  await rail.getByRole("button", { name: "More" }).tap();
  await rail.getByRole("link", { name: "Work" }).tap();
  await card(page, TASK).waitFor();
}

/** The worker sees the own task first, does it, undoes a step and finishes it. */
async function does() {
  const { page, faults } = await open({ ...phoneWindow, colorScheme: "dark" });
  await signIn(page, "worker", "#page=work");
  await card(page, TASK).waitFor();
  assert.equal(await page.getByRole("button", { name: "Plan a task" }).count(), 0, "a worker is not offered to plan");
  assert.equal(await column(page, "Assigned").getByRole("listitem").first().getAttribute("aria-label"), TASK, "the own task is the first");
  await page.screenshot({ path: `${folder}/work-phone-dark.png` });
  await accessible(page, "a board on a phone");
  assert.ok(await isNarrow(page), "the page does not scroll sideways");
  assert.deepEqual(await tooSmall(page, ".sheet"), []);
  await railOfAPhone(page);
  await page.getByLabel("Only mine").check();
  const cards = page.locator(".board .card");
  await until(page, async () => (await cards.count()) === (await cards.filter({ hasText: "Yours" }).count()));
  await card(page, TASK).getByRole("button", { name: "Start" }).tap();
  await column(page, "In progress").getByText(TASK).waitFor();
  await page.getByRole("button", { name: "Undo" }).tap();
  await column(page, "Assigned").getByText(TASK).waitFor();
  await card(page, TASK).getByRole("button", { name: "Start" }).tap();
  await card(page, TASK).getByRole("button", { name: "Finish" }).tap();
  await column(page, "Done").getByText(TASK).waitFor();
  assert.equal(await card(page, TASK).getByRole("button").count(), 1, "a finished task has no next step");
  assert.deepEqual(faults, []);
}

/** Waits until the lists of an open page are there. */
async function opens(page, hash) {
  await page.evaluate((next) => (location.hash = next), hash);
  if (/^page=(map|fields)/.test(hash)) await idle(page);
  await until(page, async () => (await page.locator("main .skeleton").count()) === 0);
}

/** The bar with the last change takes room of its own on every page: it covers no button and no line, in any window. */
async function coversNothing() {
  const id = crypto.randomUUID();
  const name = `Grease the mower ${process.pid}`;
  const { farmId } = await api("manager", "GET", `/v1/fields/${FIELD}`);
  const assignedWorkerIds = [(await api("manager", "GET", "/v1/workers")).items[0].id]; // with one, each step has one back
  await api("manager", "PUT", `/v1/tasks/${id}`, { id, name, farmId, status: "PLANNED", originType: "USER", assignedWorkerIds });
  for (const options of [coarse, phoneWindow, lyingWindow]) {
    const { page, faults } = await open({ ...options, colorScheme: "light" });
    await signIn(page, "owner", "#page=work");
    const bar = page.locator(".undo .card");
    const pages = ["map", `farm&place=${FIELD}`, "fields", "work&part=people", "sensors", "alarms&part=rules", "data", "account"];
    for (const one of pages) {
      await opens(page, `page=${one}`);
      if (one === "fields") await page.getByRole("button", { name: "Draw a field" }).click();
      if (!(await bar.isVisible())) {
        await opens(page, "page=work&part=board");
        await card(page, name).getByRole("button", { name: /^(Assign|Back to planned)$/ }).click();
        await bar.waitFor();
        await opens(page, `page=${one}`);
      }
      assert.deepEqual(await underTheBar(page), [], `controls under the bar on ${one}`);
      const [box, content] = [await bar.boundingBox(), await page.locator("main").boundingBox()];
      assert.ok(box.y >= content.y + content.height - 1, `the bar covers no line of ${one}`);
    }
    assert.ok(await isNarrow(page));
    assert.deepEqual(faults, []);
  }
}

/** On a phone that lies on its side the rail does not scroll either. */
async function railOfALyingPhone() {
  const { page, faults } = await open({ ...lyingWindow, colorScheme: "light" });
  await signIn(page, "owner", "#page=work");
  const rail = page.locator(".rail");
  const fits = () => rail.evaluate((one) => one.scrollHeight <= one.clientHeight && one.scrollWidth <= one.clientWidth);
  const links = () => page.locator(".rail a").evaluateAll((all) => all.filter((one) => one.checkVisibility()).map(({ title }) => title));
  assert.deepEqual(await links(), ["Map", "Farm", "Fields", "Work"]);
  assert.ok(await fits(), "the rail does not scroll");
  await rail.getByRole("button", { name: "More" }).tap();
  assert.ok((await links()).includes("You"), "all pages are offered");
  assert.ok(await fits(), "the open rail does not scroll");
  assert.deepEqual(await tooSmall(page, ".rail"), []);
  await page.screenshot({ path: `${folder}/work-lying-pages.png` });
  await accessible(page, "the pages of a phone that lies");
  await rail.getByRole("link", { name: "Offline" }).tap();
  await rail.getByRole("button", { name: "More" }).waitFor();
  assert.deepEqual(await links(), ["Map", "Farm", "Fields", "Offline"], "the open page is among them");
  assert.deepEqual(faults, []);
}

/** A deletion can be taken back for a while, and is sent when the person leaves. */
async function deletes() {
  const { page, faults } = await open({ ...desk, colorScheme: "light" });
  const { farmId } = await api("manager", "GET", `/v1/fields/${FIELD}`);
  const id = crypto.randomUUID();
  const name = `Not needed ${process.pid}`;
  await api("manager", "PUT", `/v1/tasks/${id}`, { id, name, farmId, status: "PLANNED", originType: "USER" });
  await signIn(page, "manager", "#page=work");
  const remove = async () => {
    await card(page, name).getByRole("button", { name }).click();
    await page.getByRole("button", { name: "Delete the task" }).click();
    await page.getByRole("button", { name: "Delete it" }).click();
    await card(page, name).waitFor({ state: "detached" });
    await page.getByText(`${name} is deleted.`).waitFor();
  };
  await remove();
  await page.screenshot({ path: `${folder}/work-undo.png` });
  await accessible(page, "a deletion that can be undone");
  assert.equal((await api("manager", "GET", `/v1/tasks/${id}`)).name, name, "it is not sent yet");
  await page.getByRole("button", { name: "Undo" }).click();
  await card(page, name).waitFor();
  await remove();
  await page.reload();
  await column(page, "Planned").waitFor();
  assert.equal(await card(page, name).count(), 0, "it does not come back");
  const address = `${base}/v1/tasks/${id}`;
  const headers = { Authorization: `Bearer ${await tokenOf("manager")}` };
  await until(page, async () => (await fetch(address, { headers })).status === 404);
  assert.deepEqual(faults, []);
}

async function activity() {
  const { page, faults } = await open({ ...desk, colorScheme: "light" });
  await signIn(page, "owner", "#page=work&part=activities");
  await page.getByRole("button", { name: "Add an activity" }).click();
  let form = page.getByRole("form", { name: "New activity" });
  await form.getByLabel("Type *").selectOption("SOWING");
  await form.getByLabel("Field *").selectOption(FIELD);
  await form.getByText("More details").click();
  await form.getByLabel("Area", { exact: true }).fill("13.05");
  await form.getByLabel("Area unit").fill("ha");
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Sowing" }).waitFor();
  assert.match(await page.textContent(".sheet .facts"), /13\.05 ha/, "units are shown by name");

  await page.getByRole("button", { name: "Add an input or output" }).click();
  form = page.getByRole("form", { name: "New input or output" });
  await form.getByLabel("Category *").selectOption("SEED");
  await form.getByText("More details").click();
  await form.getByRole("combobox", { name: "Product", exact: true }).selectOption({ label: "Maize seed" });
  await form.getByLabel("Quantity").fill("80");
  await form.getByLabel("Unit", { exact: true }).fill("kg");
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByText("Maize seed, 80 kg").waitFor();

  await page.getByRole("button", { name: "Add a person or machine" }).click();
  form = page.getByRole("form", { name: "New person or machine" });
  await form.getByText("More details").click();
  await form.getByRole("combobox", { name: "Machine", exact: true }).selectOption({ label: "Tractor 1" });
  await form.getByRole("button", { name: "Save" }).click();
  await page.locator(".rows", { hasText: "Tractor 1" }).waitFor();

  await page.getByRole("button", { name: "Add a record" }).click();
  form = page.getByRole("form", { name: "New record" });
  await form.locator("option[value=NOTE]").waitFor({ state: "attached" });
  await form.getByLabel("Text *").fill("Wet at the lower end");
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByText("Wet at the lower end").waitFor();
  await page.screenshot({ path: `${folder}/work-activity.png`, fullPage: true });
  await accessible(page, "an activity");

  await page.getByRole("group", { name: "Next steps" }).getByRole("button", { name: "Finish" }).click();
  await page.getByText("Completed is the last state.").waitFor();
  await page.locator("section.card > .trail summary").click();
  await page.locator(".trail", { hasText: "Changed by" }).first().waitFor();
  assert.match(await page.locator(".trail").last().textContent(), /Made by .*owner/);
  await page.reload();
  await page.getByText("Maize seed, 80 kg").waitFor(); // the link holds the open activity
  assert.deepEqual(faults, []);
}

/** A record is changed, and the change is undone. */
async function undoes() {
  const { page, faults } = await open({ ...coarse, colorScheme: "light" });
  await signIn(page, "owner", `#page=farm&place=${FIELD}`);
  const records = page.getByRole("region", { name: "Records" });
  const note = records.getByRole("listitem").filter({ hasText: "Wet at the lower end" }).first();
  await note.getByRole("button", { name: "Edit" }).click();
  await records.getByLabel("Text *").fill("Dry again");
  await records.getByRole("button", { name: "Save" }).click();
  await records.getByText("Dry again").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await records.getByText("Wet at the lower end").waitFor();
  await page.screenshot({ path: `${folder}/farm-record-undone.png` });
  assert.deepEqual(faults, []);
}

/** The search of the map finds what was written, and opens its page. */
async function searches() {
  const { page, faults } = await open({ ...coarse, colorScheme: "light" });
  await signIn(page, "owner", "#page=map");
  await page.getByRole("combobox", { name: "Search the map" }).fill("wet at");
  const option = page.getByRole("option", { name: /Wet at the lower end/ }).first();
  await option.waitFor();
  await page.screenshot({ path: `${folder}/map-search.png` });
  await option.click();
  await page.getByRole("region", { name: "Records" }).getByText("Wet at the lower end").first().waitFor();
  assert.deepEqual(faults, []);
}

async function calendar() {
  const { page, faults } = await open({ ...desk, colorScheme: "light" });
  await signIn(page, "viewer", `#page=work&part=calendar&field=${FIELD}&month=2026-03`);
  await page.locator(".calendar").getByRole("button", { name: "Fertilisation" }).waitFor();
  assert.match(await page.textContent(".month"), /March 2026/);
  assert.equal(await page.getByRole("button", { name: "People", exact: true }).count(), 0, "a viewer is not offered the people");
  await page.screenshot({ path: `${folder}/work-calendar.png` });
  await accessible(page, "a calendar");
  await page.getByRole("button", { name: "Month after" }).click();
  await page.locator(".calendar").getByRole("button", { name: "Sowing" }).first().waitFor();
  await page.locator(".calendar").getByRole("button", { name: "Sowing" }).first().click();
  await page.getByRole("heading", { name: "Sowing" }).waitFor();
  for (const name of ["Edit", "Delete the activity", "Add an input or output", "Start", "Finish"])
    assert.equal(await page.getByRole("button", { name, exact: true }).count(), 0, `a viewer is not offered ${name}`);
  await page.goto(`${base}/console/#page=work&part=people`); // a link to a part that is not offered
  await column(page, "Planned").waitFor();
  assert.equal(await page.getByText("Nobody yet").count(), 0, "nothing untrue is said of it");
  await page.goto(`${base}/console/#page=work&part=activities&activity=0198c0de-0000-7000-8000-000000000001`);
  await page.waitForSelector(".fault");
  assert.deepEqual(faults.filter((fault) => !/404/.test(fault)), []);
}

/** The forms of a large farm have all of its fields; where there are too many, the page says so. */
async function manyFields() {
  const { page, faults } = await open(coarse);
  let number = 10_000;
  const asked = [];
  await page.route(/\/v1\/fields\?/, async (route) => {
    const query = new URL(route.request().url()).searchParams;
    asked.push(query.get("farmId"));
    const [from, limit] = [Number(query.get("cursor") ?? 0), Number(query.get("limit"))];
    const next = Math.min(from + limit, number);
    const one = (i) => ({ id: `00000000-0000-4000-8000-${String(i).padStart(12, "0")}`, farmId: asked[0], name: `Plot ${i}` });
    const items = Array.from({ length: next - from }, (_, i) => one(from + i));
    await route.fulfill({ json: { items, nextCursor: String(next), hasMore: next < number } });
  });
  await signIn(page, "manager", "#page=work");
  await page.getByRole("button", { name: "Plan a task" }).click();
  const form = page.getByRole("form", { name: "New task" });
  await form.getByText("More details").click();
  const fields = form.getByRole("combobox", { name: "Field", exact: true });
  await fields.selectOption({ label: "Plot 9999" });
  assert.equal(await fields.locator("option").count(), number + 1);
  assert.equal(asked.length, 10);
  assert.equal(await page.getByText("There are more fields").count(), 0);
  number = 50_001;
  await page.reload();
  await page.getByText("There are more fields than the 50,000 that are shown here.").waitFor();
  await page.screenshot({ path: `${folder}/work-many-fields.png` });
  assert.deepEqual(faults, []);
}

/** A phone lists the days on which something is. */
async function calendarOnAPhone() {
  const { page, faults } = await open({ ...phoneWindow, colorScheme: "dark" });
  await signIn(page, "viewer", `#page=work&part=calendar&field=${FIELD}&month=2026-03`);
  await page.locator(".calendar").getByRole("button", { name: "Fertilisation" }).waitFor();
  assert.ok(await page.locator(".calendar-scroll").evaluate((one) => one.scrollWidth <= one.clientWidth), "no day is beside the window");
  assert.deepEqual(await tooSmall(page, ".calendar"), []);
  await page.screenshot({ path: `${folder}/work-calendar-phone.png` });
  await accessible(page, "a calendar on a phone");
  await page.getByRole("button", { name: "Month before" }).click();
  await page.getByRole("button", { name: "Month before" }).click();
  await page.getByText("Nothing planned or done yet.").waitFor();
  assert.deepEqual(faults, []);
}

await walk(addsAWorker, addsMachinesAndProducts, changesAtOnce, plansAndAssigns, does, coversNothing, railOfALyingPhone, deletes, activity, undoes, searches, calendar, calendarOnAPhone, manyFields);
