// Tests of the console without a network: write, reload, reconnect; nothing is lost and nothing is there twice.
import assert from "node:assert/strict";
import { createServer, request } from "node:http";
import { accessible, api, base, folder, idle, isNarrow, open, signIn, still, tokenOf, tooSmall, until, walk } from "./browser.mjs";

const FIELD = "5a3d1c00-0000-4000-8001-000000000007"; // Parcel 7
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, serviceWorkers: "allow" };
const ACROSS = { ...PHONE, viewport: { width: 844, height: 390 } };
const MARK = process.pid;
const LOST = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource/; // Chromium says so of each request

const column = (page, name) => page.getByRole("region", { name, exact: true });
const card = (page, name) => page.getByRole("listitem", { name });
const bar = (page, text) => page.locator(".status", { hasText: text });
const cut = async (page, off) => {
  await page.context().setOffline(off);
  await until(page, () => page.evaluate((wanted) => navigator.onLine !== wanted, off));
};
/** The faults of a window without those of the missing network. */
const rest = (faults) => faults.filter((fault) => !LOST.test(fault));

const list = async (path) => (await api("owner", "GET", path)).items;
const farm = async () => (await api("owner", "GET", `/v1/fields/${FIELD}`)).farmId;

async function plan(name, more = {}) {
  const id = crypto.randomUUID();
  const body = { id, name, farmId: await farm(), status: "PLANNED", originType: "USER", fieldId: FIELD, ...more };
  await api("owner", "PUT", `/v1/tasks/${id}`, body);
  return id;
}

/** Waits until the service worker has all files of the console. */
const installed = (page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const hasPage = async () => (await caches.match(new URL("/console/", location.href).href)) !== undefined;
    while (!(await hasPage())) await new Promise((resolve) => setTimeout(resolve, 50));
  });

async function keeps(page) {
  await page.goto(`${base}/console/#page=offline`);
  await page.getByRole("button", { name: /^Keep .* here$/ }).tap();
  await page.getByText(/was read/).waitFor();
}

/** How many answers and changes the browser keeps. */
const kept = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open("glebe");
        request.onerror = reject;
        request.onsuccess = () => {
          const stores = request.result.transaction(["answers", "outbox"]);
          const answers = stores.objectStore("answers").count();
          const outbox = stores.objectStore("outbox").count();
          stores.oncomplete = () => {
            request.result.close();
            resolve({ answers: answers.result, outbox: outbox.result });
          };
        };
      }),
  );

async function addRecord(page, text, photo) {
  await page.goto(`${base}/console/#page=farm&place=${FIELD}`);
  await page.getByRole("button", { name: "Add a record" }).tap();
  const form = page.getByRole("form", { name: "New record" });
  await form.locator("option[value=NOTE]").waitFor({ state: "attached" });
  await form.getByLabel("Text *").fill(text);
  if (photo) await form.locator("input[type=file]").setInputFiles(photo);
  await form.getByRole("button", { name: "Save" }).tap();
  await form.waitFor({ state: "detached" });
}

const changes = (page) => page.getByRole("region", { name: "Changes made here" });

/** Draws a field without a pointer and without a network. */
async function draws(page, name) {
  await page.goto(`${base}/console/#page=fields&view=15.6,46,14`);
  await page.waitForSelector("[role=treeitem]");
  await idle(page);
  await page.getByRole("button", { name: "Draw a field" }).tap();
  const corner = page.getByRole("button", { name: "Corner at the middle" });
  await corner.tap();
  for (const key of ["ArrowRight", "ArrowDown"]) {
    await page.focus(".maplibregl-canvas");
    await page.keyboard.press(key);
    await idle(page);
    await corner.tap();
  }
  await page.getByRole("button", { name: "Close the border" }).tap();
  const form = page.getByRole("form", { name: "New field" });
  await form.getByLabel("Name").fill(name);
  const area = await form.locator(".measured").textContent();
  await form.getByRole("button", { name: "Save" }).tap();
  await form.waitFor({ state: "detached" });
  const item = page.locator("[role=treeitem]", { hasText: name });
  await item.getByText("Not sent yet").waitFor({ state: "attached" }); // the panel is above the list
  assert.match(area, /\d ha/, "the area is computed here");
  await page.getByText("It can be changed when the platform has it.").waitFor();
  await page.screenshot({ path: `${folder}/offline-drawn-phone.png` });
  await accessible(page, "a field that waits");
}

/** A day in the field: everything is written without a network, survives a reload, and arrives once. */
async function field() {
  const { page, faults } = await open(PHONE);
  const mow = await plan(`Mow ${MARK}`);
  const gone = await plan(`Gone ${MARK}`);
  await signIn(page, "manager", "#page=work");
  await card(page, `Mow ${MARK}`).waitFor();
  await installed(page);
  await keeps(page);
  await page.screenshot({ path: `${folder}/offline-kept-phone.png` });
  await accessible(page, "what is kept");
  assert.deepEqual(await tooSmall(page, ".sheet"), []);
  assert.deepEqual(faults, []);

  await cut(page, true);
  await page.goto(`${base}/console/#page=work`);
  await page.reload();
  await card(page, `Mow ${MARK}`).waitFor();
  await bar(page, "No network.").waitFor();
  await bar(page, "What you see is from").waitFor();
  await card(page, `Mow ${MARK}`).getByRole("button", { name: "Start" }).tap();
  await column(page, "In progress").getByText(`Mow ${MARK}`).waitFor();
  await card(page, `Mow ${MARK}`).getByText("Not sent yet").waitFor();
  await page.getByRole("button", { name: "Plan a task" }).tap();
  const form = page.getByRole("form", { name: "New task" });
  await form.getByLabel("Name *").fill(`Fence ${MARK}`);
  await form.getByRole("button", { name: "Save" }).tap();
  await card(page, `Fence ${MARK}`).waitFor();
  await card(page, `Gone ${MARK}`).getByRole("button", { name: "Start" }).tap();
  await column(page, "In progress").getByText(`Gone ${MARK}`).waitFor();
  await page.screenshot({ path: `${folder}/offline-board-phone.png` });
  const photo = { name: "hail.png", mimeType: "image/png", buffer: await page.screenshot() };
  await addRecord(page, `Hail ${MARK}`, photo);
  await page.getByText(`Hail ${MARK}`).waitFor();
  await page.screenshot({ path: `${folder}/offline-record-phone.png` });

  await draws(page, `Drawn ${MARK}`);

  await page.goto(`${base}/console/#page=offline`);
  await page.reload();
  await until(page, async () => (await changes(page).locator(".rows > li").count()) === 6);
  await page.getByRole("region", { name: /^Alarms of/ }).getByText("14.9 %, below 15 %").waitFor();
  await page.screenshot({ path: `${folder}/offline-outbox-phone.png`, fullPage: true });
  assert.ok(await isNarrow(page), "the page does not scroll sideways");
  await accessible(page, "an outbox");
  await api("owner", "DELETE", `/v1/tasks/${gone}`);
  await cut(page, false);
  await until(page, async () => (await changes(page).locator(".rows .badge.good").count()) === 5);
  const lost = changes(page).locator(".rows > li").filter({ has: page.locator(".badge.bad") });
  assert.match(await lost.textContent(), new RegExp(`Gone ${MARK}`), "the refused change says what it is");
  await bar(page, "1 change needs your decision.").waitFor();
  await page.screenshot({ path: `${folder}/offline-refused-phone.png` });
  await lost.getByRole("button", { name: `Drop Gone ${MARK}` }).tap();
  await page.getByRole("button", { name: "Drop it for ever" }).tap();
  await lost.waitFor({ state: "detached" });
  await until(page, async () => (await page.locator(".status p").count()) === 0);

  const farmId = await farm();
  const tasks = await list(`/v1/tasks?limit=1000&farmId=${farmId}`);
  assert.equal(tasks.filter(({ name }) => name === `Fence ${MARK}`).length, 1, "the planned task is there once");
  assert.equal(tasks.find(({ id }) => id === mow).status, "IN_PROGRESS");
  const records = (await list(`/v1/farms/${farmId}/fields/${FIELD}/records?limit=1000`)).filter(
    ({ payload }) => payload.text === `Hail ${MARK}`,
  );
  assert.equal(records.length, 1, "the record is there once");
  assert.deepEqual(records[0].attachments.map(({ name }) => name), ["hail.png"], "with its photo, once");
  const drawn = (await list(`/v1/fields?limit=1000&farmId=${farmId}`)).filter(({ name }) => name === `Drawn ${MARK}`);
  assert.equal(drawn.length, 1, "the drawn field is there once");
  assert.ok(drawn[0].area > 0 && drawn[0].geometry.coordinates[0].length === 4, JSON.stringify(drawn[0]));
  await api("owner", "DELETE", `/v1/fields/${drawn[0].id}`);
  await page.goto(`${base}/console/#page=farm&place=${FIELD}`);
  await page.waitForFunction(() => [...document.querySelectorAll(".files img")].some((img) => img.alt === "hail.png" && img.naturalWidth > 0));
  assert.deepEqual(rest(faults), []);
}

/** Answers that do not arrive: what was sent is sent again, and is there once. */
async function lostAnswers() {
  const { page, faults } = await open(PHONE);
  await signIn(page, "manager", `#page=work`);
  await column(page, "Planned").waitFor();
  let dropped = 0;
  const swallow = async (route) => {
    await route.fetch(); // the platform does it
    dropped++;
    await route.abort();
  };
  await page.route("**/v1/$batch", swallow);
  await page.getByRole("button", { name: "Plan a task" }).tap();
  const form = page.getByRole("form", { name: "New task" });
  await form.getByLabel("Name *").fill(`Twice ${MARK}`);
  await form.getByRole("button", { name: "Save" }).tap();
  await card(page, `Twice ${MARK}`).waitFor();
  await until(page, () => dropped > 0);
  await page.unrouteAll({ behavior: "wait" });
  await page.goto(`${base}/console/#page=offline`);
  await page.reload();
  await page.locator(".rows .badge.good").waitFor();

  await page.route(/\/(attachments|uploads)\/[^/]+$/, swallow);
  const before = dropped;
  await addRecord(page, `Photo ${MARK}`, { name: "leaf.png", mimeType: "image/png", buffer: await page.screenshot() });
  await until(page, () => dropped > before);
  await page.unrouteAll({ behavior: "wait" });
  await page.goto(`${base}/console/#page=offline`);
  await page.reload();
  await until(page, async () => (await page.locator(".rows .badge.good").count()) === 2);
  await until(page, async () => (await page.locator(".rows .badge.busy").count()) === 0);
  const farmId = await farm();
  const tasks = await list(`/v1/tasks?limit=1000&farmId=${farmId}`);
  assert.equal(tasks.filter(({ name }) => name === `Twice ${MARK}`).length, 1);
  const records = await list(`/v1/farms/${farmId}/fields/${FIELD}/records?limit=1000`);
  assert.deepEqual(
    records.filter(({ payload }) => payload.text === `Photo ${MARK}`).map(({ attachments }) => attachments.length),
    [1],
  );
  assert.deepEqual(rest(faults), []);
}

const MEGABYTE = 1_048_576; // a part of a file
const PHOTO_BYTES = 3 * MEGABYTE + 17;

/** A proxy between the browser and the platform that cuts parts of files in their middle while that is wanted. */
function cutter() {
  const cuts = { wanted: true, made: [], offsets: [] };
  const server = createServer((asked, answer) => {
    const { hostname, port, pathname, search } = new URL(asked.url);
    const { method, headers } = asked;
    const forward = request({ hostname, port, method, path: pathname + search, headers }, (given) => {
      answer.writeHead(given.statusCode, given.headers);
      given.pipe(answer);
    });
    forward.on("error", () => answer.destroy());
    answer.on("close", () => forward.destroy());
    if (!pathname.includes("/uploads/")) return asked.pipe(forward);
    if (cuts.wanted && cuts.made.length > 0) return asked.destroy(); // the network does not come back at once
    if (method === "PATCH") cuts.offsets.push(Number(headers["upload-offset"]));
    if (!cuts.wanted || cuts.offsets.length < 2) return asked.pipe(forward);
    const half = Math.floor(Number(headers["content-length"]) / 2);
    let [sent, isCut] = [0, false];
    cuts.made.push(half);
    asked.on("data", (part) => {
      const piece = part.subarray(0, half - sent);
      sent += piece.length;
      forward.write(piece, async () => {
        if (sent < half || isCut) return;
        isCut = true;
        const arrived = cuts.offsets.at(-1) + half;
        while ((await api("manager", "GET", pathname)).received < arrived); // the page draws nothing meanwhile
        forward.destroy();
        asked.destroy();
      });
    });
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve({ cuts, server })));
}

/** The connection breaks in the middle of a photo: it goes on at the byte that has arrived, and is there once and complete. */
async function cutPhoto() {
  const { cuts, server } = await cutter();
  const proxy = { server: `http://127.0.0.1:${server.address().port}`, bypass: "<-loopback>" };
  const { page, faults } = await open({ ...PHONE, proxy });
  await signIn(page, "manager", `#page=farm&place=${FIELD}`);
  await page.getByRole("button", { name: "Add a record" }).waitFor();
  const photo = Buffer.alloc(PHOTO_BYTES, "a photo of hail ");
  await addRecord(page, `Cut ${MARK}`, { name: "cut.png", mimeType: "image/png", buffer: photo });
  await page.goto(`${base}/console/#page=offline`);
  const entry = changes(page).locator(".rows > li", { hasText: "cut.png" });
  await entry.getByText("Not sent yet").waitFor();
  await until(page, () => cuts.made.length > 0);
  cuts.wanted = false;
  const again = page.getByRole("button", { name: "Send now" });
  await until(page, async () => {
    if (await again.isVisible()) await again.tap({ timeout: 1000 }).catch(() => {});
    return (await entry.locator(".badge.good").count()) === 1;
  });
  const records = await list(`/v1/farms/${await farm()}/fields/${FIELD}/records?limit=1000`);
  const [record, ...others] = records.filter(({ payload }) => payload.text === `Cut ${MARK}`);
  assert.deepEqual(others, []);
  assert.deepEqual(record.attachments.map(({ name, size }) => [name, size]), [["cut.png", photo.length]], "once, and whole");
  const address = `${base}/v1/attachments/stream/${record.attachments[0].id}`;
  const answer = await fetch(address, { headers: { Authorization: `Bearer ${await tokenOf("owner")}` } });
  assert.ok(Buffer.from(await answer.arrayBuffer()).equals(photo), "byte by byte");
  const half = MEGABYTE / 2;
  assert.deepEqual(cuts.offsets, [0, 2, 3, 5].map((n) => n * half), "it went on where it was cut, and no byte was sent twice");
  server.close();
  server.closeAllConnections();
  assert.deepEqual(rest(faults), []);
}

/** Two people change the same thing: the person is told what was overridden. */
async function conflict() {
  const { page, faults } = await open(PHONE);
  const id = await plan(`Shared ${MARK}`);
  await signIn(page, "manager", `#page=work&task=${id}`);
  let form = page.getByRole("form", { name: "Task", exact: true });
  await form.waitFor(); // the version of the task is kept with it
  await cut(page, true);
  await form.getByLabel("Name *").fill(`Shared here ${MARK}`);
  await form.getByRole("button", { name: "Save" }).tap();
  await card(page, `Shared here ${MARK}`).waitFor();
  await api("owner", "PATCH", `/v1/tasks/${id}`, { name: `Shared there ${MARK}` }, { "Content-Type": "application/merge-patch+json" });
  await cut(page, false);
  await page.goto(`${base}/console/#page=offline`);
  await page.getByText("Somebody else had changed this in the meantime; your values are stored now: Name.").waitFor();
  await page.screenshot({ path: `${folder}/offline-overridden-phone.png` });
  assert.equal((await api("owner", "GET", `/v1/tasks/${id}`)).name, `Shared here ${MARK}`);
  await page.getByRole("button", { name: "I have seen it" }).tap();
  await until(page, async () => (await page.locator(".rows > li").count()) === 0);

  // a value that the platform refuses can be corrected
  await page.goto(`${base}/console/#page=work&task=${id}`);
  form = page.getByRole("form", { name: "Task", exact: true });
  await form.waitFor();
  await cut(page, true);
  await form.getByText("More details").tap();
  await form.getByLabel("Planned start").fill("2026-05-05T08:00");
  await form.getByLabel("Planned end").fill("2026-05-04T08:00");
  await form.getByRole("button", { name: "Save" }).tap();
  await form.waitFor({ state: "detached" });
  await cut(page, false);
  await page.goto(`${base}/console/#page=offline`);
  await page.locator(".rows .badge.bad").waitFor();
  await page.getByRole("button", { name: "Edit" }).tap();
  const change = page.locator(".rows form");
  await change.getByLabel("Planned end").fill("2026-05-06T08:00");
  await page.screenshot({ path: `${folder}/offline-edit-phone.png` });
  await change.getByRole("button", { name: "Save" }).tap();
  await page.locator(".rows .badge.good").waitFor();
  assert.match((await api("owner", "GET", `/v1/tasks/${id}`)).plannedEndAt, /^2026-05-06/);
  assert.deepEqual(rest(faults), []);
}

/** What a kept farm lists has its version, also where it was never opened. */
async function neverOpened() {
  const { page, faults } = await open(PHONE);
  const id = crypto.randomUUID();
  const name = `Harrow ${MARK}`;
  await api("owner", "PUT", `/v1/machines/${id}`, { id, name, farmId: await farm(), status: "ACTIVE", originType: "USER" });
  await signIn(page, "owner", "#page=offline");
  await keeps(page);
  await page.goto(`${base}/console/#page=work&part=machines`);
  await page.getByRole("button", { name: `Edit ${name}` }).waitFor();
  await cut(page, true);
  await page.getByRole("button", { name: `Edit ${name}` }).tap();
  const form = page.getByRole("form", { name });
  await form.getByText("More details").tap();
  await form.getByLabel("Manufacturer").fill("Ours");
  await form.getByRole("button", { name: "Save" }).tap();
  await form.waitFor({ state: "detached" });
  await api("owner", "PATCH", `/v1/machines/${id}`, { manufacturer: "Theirs" }, { "Content-Type": "application/merge-patch+json" });
  await api("manager", "PATCH", `/v1/machines/${id}`, { manufacturer: "Theirs too" }, { "Content-Type": "application/merge-patch+json" });
  await cut(page, false);
  await page.goto(`${base}/console/#page=offline`);
  await page.getByText("Somebody else had changed this in the meantime; your values are stored now: Manufacturer.").waitFor();
  assert.equal((await api("owner", "GET", `/v1/machines/${id}`)).manufacturer, "Ours");
  await page.getByRole("button", { name: "I have seen it" }).tap();
  assert.deepEqual(rest(faults), []);
}

/** The session ends while there is no network: the changes wait until the same person signs in; a sign-out removes all. */
async function session() {
  const { page, faults } = await open({ ...PHONE, colorScheme: "dark" });
  await signIn(page, "manager", "#page=work");
  await column(page, "Planned").waitFor();
  await installed(page);
  await cut(page, true);
  await page.getByRole("button", { name: "Plan a task" }).tap();
  const form = page.getByRole("form", { name: "New task" });
  await form.getByLabel("Name *").fill(`Later ${MARK}`);
  await form.getByRole("button", { name: "Save" }).tap();
  await card(page, `Later ${MARK}`).waitFor();
  await page.context().clearCookies();
  await page.reload();
  await card(page, `Later ${MARK}`).waitFor();
  await page.goto(`${base}/console/#page=offline`);
  await page.locator(".rows .badge.busy").waitFor();
  await page.screenshot({ path: `${folder}/offline-outbox-dark.png` });
  await accessible(page, "an outbox in the dark");
  await page.route("**/v1/**", (route) => route.abort()); // no page goes to the sign-in by itself
  await cut(page, false);
  await bar(page, "Sign in to send 1 change.").waitFor();
  await page.unrouteAll({ behavior: "wait" });
  await page.getByRole("button", { name: "Sign in" }).tap();
  await page.locator("button[name=user][value=manager]").tap();
  await page.waitForURL(`${base}/console/**`);
  await page.locator(".rows .badge.good").waitFor();
  const tasks = await list(`/v1/tasks?limit=1000&farmId=${await farm()}`);
  assert.equal(tasks.filter(({ name }) => name === `Later ${MARK}`).length, 1);
  assert.ok((await kept(page)).answers > 0);
  await page.getByRole("button", { name: "More", exact: true }).tap();
  await page.getByRole("button", { name: /^Sign out/ }).tap();
  await page.getByRole("button", { name: "Sign out", exact: true }).tap();
  await page.locator("button[name=user]").first().waitFor();
  await page.goto(`${base}/console/manifest.webmanifest`);
  assert.deepEqual(await kept(page), { answers: 0, outbox: 0 }, "nothing of the person is kept");
  assert.deepEqual(rest(faults), []);
}

/** The session ends before a form is saved: the change is sent after the sign-in. */
async function expired() {
  const { page, faults } = await open(PHONE);
  await signIn(page, "manager", "#page=work");
  await page.getByRole("button", { name: "Plan a task" }).tap();
  const form = page.getByRole("form", { name: "New task" });
  await form.getByLabel("Name *").fill(`Expired ${MARK}`);
  await page.context().clearCookies();
  await form.getByRole("button", { name: "Save" }).tap();
  await page.locator("button[name=user][value=manager]").tap();
  await page.waitForURL(`${base}/console/**`);
  await card(page, `Expired ${MARK}`).waitFor();
  await until(page, async () => (await page.locator(".status p").count()) === 0);
  const tasks = await list(`/v1/tasks?limit=1000&farmId=${await farm()}`);
  assert.equal(tasks.filter(({ name }) => name === `Expired ${MARK}`).length, 1);
  assert.deepEqual(rest(faults).filter((fault) => !/^401/.test(fault)), []);
}

/** A phone held across: map, list and panel can be used, also with what is kept. */
async function across() {
  const { page, faults } = await open(ACROSS);
  await signIn(page, "manager", "#page=map");
  await idle(page);
  await still(page);
  await page.screenshot({ path: `${folder}/offline-map-across.png` });
  const box = async (selector) => page.locator(selector).first().boundingBox();
  const [map, time] = [await box(".map"), await box(".time")];
  assert.ok(time.y + time.height <= map.y + map.height, "the slider is on the map");
  assert.deepEqual(await tooSmall(page, ".time"), []);
  await page.goto(`${base}/console/#page=farm&place=${FIELD}`);
  await page.waitForSelector(".panel .entries");
  await idle(page);
  await page.screenshot({ path: `${folder}/offline-farm-across.png` });
  const [list, panel] = [await box(".list"), await box(".panel")];
  assert.ok(list.x + list.width <= panel.x, "list and panel are beside each other");
  assert.ok(panel.y + panel.height <= 390 && list.y + list.height <= 390, "and wholly in the window");
  assert.deepEqual(await tooSmall(page, ".panel"), []);
  await accessible(page, "a farm across");
  await installed(page);
  await page.goto(`${base}/console/#page=map`);
  await idle(page);
  await cut(page, true);
  await page.reload();
  await idle(page);
  await bar(page, "No network.").waitFor();
  await still(page);
  await page.screenshot({ path: `${folder}/offline-map-kept-across.png` });
  assert.ok(await isNarrow(page), "the page does not scroll sideways");
  await cut(page, false);
  assert.deepEqual(rest(faults), []);
}

await walk(field, lostAnswers, cutPhoto, conflict, neverOpened, session, expired, across);
