// Of two people who change the same thing, the second one is told, loses nothing that was filled in, and overwrites nothing.
import assert from "node:assert/strict";
import { accessible, api, coarse, desk, folder, idle, open, signIn, still, undo, until, walk } from "./browser.mjs";

const FIELD = "5a3d1c00-0000-4000-8001-000000000007"; // Parcel 7
const MARK = process.pid;
const ORIGIN = { originType: "USER" };
const SAID = "it was changed since you opened it";

const read = (path) => api("owner", "GET", path);
/** What another person changes meanwhile. */
const other = (path, body) => api("owner", "PATCH", path, body, { "Content-Type": "application/merge-patch+json" });
const put = async (path, body) => {
  const id = crypto.randomUUID();
  await api("owner", "PUT", `${path}/${id}`, { id, ...ORIGIN, ...body });
  return id;
};
const farmId = (await read(`/v1/fields/${FIELD}`)).farmId;
/** Faults without the refusal that is wanted. */
const rest = (faults) => faults.filter((fault) => !/412/.test(fault));
const newest = (part) => part.getByRole("button", { name: "Show the newest values" }).click();

const square = (west, south, size) => {
  const [east, north] = [west + size, south + size].map((one) => Number(one.toFixed(7)));
  return { type: "Polygon", coordinates: [[[west, south], [east, south], [east, north], [west, north], [west, south]]] };
};

async function aStepOfATask() {
  const name = `Step ${MARK}`;
  const assignedWorkerIds = [(await read("/v1/workers")).items[0].id]; // with one, each step has one back
  const id = await put("/v1/tasks", { name, farmId, status: "PLANNED", assignedWorkerIds });
  await other(`/v1/tasks/${id}`, { status: "ASSIGNED" });
  const { page, faults } = await open({ ...coarse, colorScheme: "light" });
  await signIn(page, "manager", "#page=work");
  const card = page.getByRole("listitem", { name });
  await card.getByRole("button", { name: "Start" }).waitFor();
  await other(`/v1/tasks/${id}`, { description: "Theirs" });
  await card.getByRole("button", { name: "Start" }).click();
  await card.getByText(SAID).waitFor();
  assert.equal((await read(`/v1/tasks/${id}`)).status, "ASSIGNED");
  await accessible(page, "a step of a changed task");
  await page.screenshot({ path: `${folder}/versions-step.png` });
  await newest(card);
  await card.getByText(SAID).waitFor({ state: "detached" });
  await until(page, async () => {
    await card.getByRole("button", { name: "Start" }).click({ timeout: 1000 }).catch(() => {}); // when the list is there
    return (await read(`/v1/tasks/${id}`)).status === "IN_PROGRESS";
  });
  assert.equal((await read(`/v1/tasks/${id}`)).description, "Theirs");
  const started = page.getByRole("region", { name: "In progress", exact: true }).getByText(name);
  await started.waitFor();

  await other(`/v1/tasks/${id}`, { description: "Theirs again" }); // a step cannot be undone over it
  await page.locator(".undo").getByRole("button", { name: "Undo" }).click();
  await page.locator(".undo").getByText(SAID).waitFor();
  assert.equal((await read(`/v1/tasks/${id}`)).status, "IN_PROGRESS");
  await page.locator(".undo").getByRole("button", { name: "Close" }).click();

  await other(`/v1/tasks/${id}`, { description: "Once more" });
  await card.getByRole("button", { name: "Cancel it" }).click();
  await card.getByLabel("Reason *").fill("Too wet");
  await card.getByRole("button", { name: "Cancel the task" }).click();
  await card.getByText(SAID).waitFor();
  assert.equal(await card.getByLabel("Reason *").inputValue(), "Too wet", "what was filled in stays");
  await newest(card);
  await until(page, async () => {
    await card.getByRole("button", { name: "Cancel the task" }).click({ timeout: 1000 }).catch(() => {});
    return (await read(`/v1/tasks/${id}`)).status === "CANCELLED";
  });
  assert.deepEqual(faults, []);
}

async function aStepOfAnActivity() {
  const id = await put("/v1/activities", { farmId, fieldId: FIELD, kind: "OPERATION", type: "MOWING", status: "PLANNED" });
  const { page, faults } = await open({ ...coarse, colorScheme: "light" });
  await signIn(page, "manager", `#page=work&part=activities&activity=${id}`);
  const steps = page.getByRole("group", { name: "Next steps" });
  await steps.getByRole("button", { name: "Start" }).waitFor();
  await other(`/v1/activities/${id}`, { note: "Theirs" });
  await steps.getByRole("button", { name: "Start" }).click();
  await page.getByText(SAID).waitFor();
  assert.equal((await read(`/v1/activities/${id}`)).status, "PLANNED");
  await newest(page);
  await page.locator(".facts").getByText("Theirs").waitFor();
  await steps.getByRole("button", { name: "Start" }).click();
  await until(page, async () => (await read(`/v1/activities/${id}`)).status === "IN_PROGRESS");
  assert.deepEqual(faults, []);
}

async function aRecord() {
  const fieldId = await put("/v1/fields", { farmId, name: `Recorded ${MARK}`, geometry: square(15.7, 46, 0.002) });
  const { page, faults } = await open({ ...coarse, colorScheme: "light" });
  await signIn(page, "owner", `#page=farm&place=${fieldId}`);
  const records = page.getByRole("region", { name: "Records" });
  await records.getByRole("button", { name: "Add a record" }).click();
  await records.getByLabel("Type").selectOption("NOTE");
  await records.getByLabel("Text *").fill("Ours");
  await records.getByRole("button", { name: "Save" }).click();
  await records.getByText("Ours").waitFor();
  const [{ id }] = (await read(`/v1/farms/${farmId}/fields/${fieldId}/records`)).items;
  const textOf = async () => (await read(`/v1/data/${id}`)).payload.text;
  await records.getByRole("button", { name: "Edit" }).click();
  await records.getByLabel("Text *").fill("Ours again");
  await other(`/v1/data/${id}`, { payload: { text: "Theirs" } });
  await records.getByRole("button", { name: "Save" }).click();
  await records.getByText(SAID).waitFor();
  assert.equal(await records.getByLabel("Text *").inputValue(), "Ours again", "what was filled in stays");
  assert.equal(await textOf(), "Theirs");
  await page.screenshot({ path: `${folder}/versions-record.png` });
  await newest(records);
  await records.getByText("Theirs").waitFor();
  await records.getByRole("button", { name: "Edit" }).click();
  await records.getByLabel("Text *").fill("Of both");
  await records.getByRole("button", { name: "Save" }).click();
  await records.getByText("Of both").waitFor();
  await undo(page);
  await until(page, async () => (await textOf()) === "Theirs");
  assert.deepEqual(faults, []);
}

async function openField(id, user = "owner") {
  const opened = await open({ ...desk, colorScheme: "light" });
  await signIn(opened.page, user, `#page=fields&place=${id}`);
  await opened.page.getByRole("button", { name: "Edit the shape" }).waitFor();
  await idle(opened.page);
  return opened;
}

async function theDetailsOfAField() {
  const id = await put("/v1/fields", { farmId, name: `Detailed ${MARK}`, geometry: square(15.71, 46, 0.002) });
  const { page, faults } = await openField(id, "manager");
  const form = page.getByRole("form", { name: "Name and details" });
  await page.getByText("Name and details").click();
  await form.getByLabel("Number").fill("Ours");
  await other(`/v1/fields/${id}`, { description: "Theirs" });
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText(SAID).waitFor();
  assert.equal(await form.getByLabel("Number").inputValue(), "Ours", "what was filled in stays");
  assert.equal((await read(`/v1/fields/${id}`)).fieldNumber, undefined, "nothing is overwritten");
  await accessible(page, "a field that was changed");
  await page.screenshot({ path: `${folder}/versions-field.png` });
  await newest(form);
  await until(page, async () => (await form.getByLabel("Number").inputValue()) === "");
  await form.getByLabel("Number").fill("Of both");
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByText("number Of both").waitFor();

  await other(`/v1/fields/${id}`, { description: "Theirs again" });
  await page.getByRole("button", { name: "End this field" }).click();
  await page.getByRole("group", { name: "It keeps its records. End it today?" }).getByRole("button", { name: "End this field" }).click();
  await page.getByText(SAID).waitFor();
  assert.equal((await read(`/v1/fields/${id}`)).endsAt, undefined);
  assert.deepEqual(rest(faults), []);
}

/** Moves a corner of the shape that is edited. */
async function moveACorner(page) {
  await page.getByRole("button", { name: "Edit the shape" }).click();
  await page.getByRole("button", { name: "Next corner" }).click();
  await page.locator(".map").first().press("ArrowUp");
  await page.getByRole("form").getByRole("button", { name: "Save" }).waitFor();
}

/** Without their order, and without the last one, which is the first one again. */
const corners = ({ geometry }) => [...new Set(geometry.coordinates.flat().map(String))].sort().join(" ");

/** Lets a change happen after the check of versions, just before the platform gets the batch. */
async function withinTheBatch(page, change) {
  const isBatch = ({ pathname }) => pathname === "/v1/$batch";
  await page.route(
    isBatch,
    async (route) => {
      await change();
      await route.continue();
    },
    { times: 1 },
  );
}

async function shapes() {
  const id = await put("/v1/fields", { farmId, name: `Shaped ${MARK}`, geometry: square(15.72, 46, 0.002) });
  const beside = await put("/v1/fields", { farmId, name: `Beside ${MARK}`, geometry: square(15.722, 46, 0.002) });
  const region = await put("/v1/regions", { fieldId: id, name: `Inside ${MARK}`, kind: "TRIAL_PLOT", geometry: square(15.7205, 46.0005, 0.001) });
  const { page, faults } = await openField(id);
  const task = page.locator(".task");
  const save = () => task.getByRole("button", { name: "Save" }).click();
  const refused = async (path, before) => {
    await task.getByText(SAID).waitFor();
    assert.equal(corners(await read(path)), before, "nothing is overwritten");
    await newest(task);
    await task.waitFor({ state: "detached" });
    await idle(page);
  };
  for (const [place, path] of [[id, `/v1/fields/${id}`], [region, `/v1/regions/${region}`]]) {
    if (place === region) await page.locator(".panel").getByRole("button", { name: `Inside ${MARK}` }).click();
    const before = corners(await read(path));
    await moveACorner(page);
    await other(path, { description: "Theirs" });
    await save();
    if (place === id) await page.screenshot({ path: `${folder}/versions-shape.png` });
    await refused(path, before);
    await moveACorner(page);
    await save();
    await task.waitFor({ state: "detached" });
    await until(page, async () => corners(await read(path)) !== before);
    await undo(page);
    await until(page, async () => corners(await read(path)) === before);
  }
  await page.locator(`[role=treeitem]`, { hasText: `Shaped ${MARK}` }).first().click();
  const whole = corners(await read(`/v1/fields/${id}`));
  for (const meanwhile of [(change) => change(), (change) => withinTheBatch(page, change)]) {
    await page.locator(".panel").getByRole("button", { name: "Merge" }).click();
    await page.locator(`[role=treeitem]`, { hasText: `Beside ${MARK}` }).first().click();
    await task.getByRole("button", { name: "Save" }).waitFor();
    await meanwhile(() => other(`/v1/fields/${beside}`, { description: `Theirs ${crypto.randomUUID()}` })); // also a field that would end
    await save();
    await refused(`/v1/fields/${id}`, whole);
    assert.equal((await read(`/v1/fields/${beside}`)).endsAt, undefined);
    await page.locator(".panel").getByRole("button", { name: "Split" }).click();
    for (const x of [450, 800]) {
      await page.mouse.click(x, 350);
      await still(page);
    }
    await task.getByRole("button", { name: "Split here" }).click();
    const count = (await read("/v1/fields?limit=1000")).items.length;
    await meanwhile(() => other(`/v1/fields/${id}`, { description: `Theirs ${crypto.randomUUID()}` }));
    await save();
    await refused(`/v1/fields/${id}`, whole);
    assert.equal((await read("/v1/fields?limit=1000")).items.length, count, "no piece is made");
  }
  assert.deepEqual(rest(faults), []);
}

async function aRuleOfAlarms() {
  const name = `Late ${MARK}`;
  const id = await put("/v1/alarm-rules", { farmId, name, kind: "TASK_DUE", enabled: false });
  const { page, faults } = await open({ ...coarse, colorScheme: "light" });
  await signIn(page, "owner", "#page=alarms&part=rules");
  const row = page.getByRole("listitem").filter({ hasText: name });
  await page.getByRole("button", { name: `Edit ${name}` }).click();
  const form = page.getByRole("form", { name });
  await form.getByText("More details").click();
  await form.getByLabel("Note").fill("Ours");
  await other(`/v1/alarm-rules/${id}`, { note: "Theirs" });
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText(SAID).waitFor();
  assert.equal(await form.getByLabel("Note").inputValue(), "Ours", "what was filled in stays");
  assert.equal((await read(`/v1/alarm-rules/${id}`)).note, "Theirs");
  await page.screenshot({ path: `${folder}/versions-rule.png` });
  await newest(form);
  await form.getByText("More details").click();
  await until(page, async () => (await form.getByLabel("Note").inputValue()) === "Theirs");
  await form.getByLabel("Note").fill("Of both");
  await form.getByRole("button", { name: "Save" }).click();
  await row.getByText("Of both").waitFor();

  await other(`/v1/alarm-rules/${id}`, { note: "Theirs again" });
  await page.getByRole("button", { name: `Switch on ${name}` }).click();
  await row.getByText(SAID).waitFor();
  assert.equal((await read(`/v1/alarm-rules/${id}`)).enabled, false);
  await newest(row);
  await row.getByText("Theirs again").waitFor();
  await page.getByRole("button", { name: `Switch on ${name}` }).click();
  await until(page, async () => (await read(`/v1/alarm-rules/${id}`)).enabled === true);
  await undo(page);
  await until(page, async () => (await read(`/v1/alarm-rules/${id}`)).enabled === false);
  assert.deepEqual(rest(faults), []);
}

await walk(aStepOfATask, aStepOfAnActivity, aRecord, theDetailsOfAField, shapes, aRuleOfAlarms);
