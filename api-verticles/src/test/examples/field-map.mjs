// The sample app examples/field-map in a real browser: node field-map.mjs BASE FOLDER CHROMIUM.
// Everything that the browser sees, and what the app logs, is searched for tokens and secrets.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";

const require = createRequire(new URL("../../main/console/package.json", import.meta.url));
const { chromium } = require("playwright-core");
const [base, folder, executablePath] = process.argv.slice(2);
const PATIENCE = 120_000;
const ISSUER = `${base}/dev/identity`;
const SERVER = new URL("../../../../examples/field-map/server.mjs", import.meta.url).pathname;
const TOKEN = /eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/; // any JWT: access, ID, logout token, assertion

await mkdir(folder, { recursive: true });

async function token(user) {
  const form = { grant_type: "urn:glebe:params:oauth:grant-type:development", user, audience: "farm-api" };
  return (await (await fetch(`${ISSUER}/token`, { method: "POST", body: new URLSearchParams(form) })).json()).access_token;
}

async function call(user, path, body) {
  const headers = { Authorization: `Bearer ${await token(user)}`, "Content-Type": "application/json" };
  const answer = await fetch(base + path, body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers });
  assert.ok(answer.ok, `${path} ${answer.status} ${await answer.clone().text()}`);
  return answer.json();
}

async function until(holds, what) {
  const end = Date.now() + PATIENCE;
  while (!(await holds())) {
    assert.ok(Date.now() < end, `never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A port that is free now. */
const port = await new Promise((resolve) => {
  const probe = createServer().listen(0, "127.0.0.1", () => {
    const found = probe.address().port;
    probe.close(() => resolve(found));
  });
});
const app = `http://127.0.0.1:${port}`;

const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const secret = privateKey.export({ format: "jwk" });
const manifest = {
  name: `Plot ${String.fromCharCode(...Array.from({ length: 8 }, () => 97 + Math.floor(Math.random() * 26)))}`,
  description: "Shows fields and plans work.",
  publicKeys: [publicKey.export({ format: "jwk" })],
  redirectUris: [`${app}/callback`],
  backChannelLogoutUri: "https://203.0.113.7/logout",
  access: [{ audience: "farm-api", scopes: ["farm-read", "farm-write"] }],
};
const { appId } = await call("developer", "/store/apps", manifest);
await call("developer", `/store/apps/${appId}/versions/1/submit`, {});
for (const reviewer of ["reviewer", "admin"]) {
  const { state } = await call(reviewer, `/store/apps/${appId}/versions/1/approve`, {});
  if (state === "APPROVED") break;
}
await until(async () => (await call("developer", `/store/apps/${appId}`)).client.state === "ENABLED", "the client is enabled");

const keyFile = `${folder}/field-map-key-${port}.json`;
await writeFile(keyFile, JSON.stringify(secret), { mode: 0o600 });
const env = { ...process.env, CLIENT_ID: `ext-${appId}`, ISSUER, GLEBE_URL: base, KEY_FILE: keyFile, PORT: String(port) };
const server = spawn(process.execPath, [SERVER], { env });
let log = "";
server.stdout.on("data", (text) => (log += text));
server.stderr.on("data", (text) => (log += text));
await until(() => log.includes(app), "the app has started");

const browser = await chromium.launch({ executablePath, headless: true, args: ["--no-sandbox", "--disable-gpu"] });
const seen = []; // everything that the browser has received or shows, apart from the provider's own pages

/** A browser of its own, in which nobody is signed in. */
async function open() {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.on("request", (request) => seen.push(request.url(), request.postData() ?? ""));
  page.on("console", (message) => seen.push(message.text()));
  page.on("response", async (answer) => {
    if (answer.url().startsWith(app)) seen.push(JSON.stringify(answer.headers()), await answer.text().catch(() => ""));
  });
  return { context, page };
}

async function stored({ context, page }) {
  const own = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
  assert.equal(own, JSON.stringify([{}, {}, ""]), "pages see no storage and no cookie");
  const cookies = (await context.cookies()).filter(({ domain }) => domain === "127.0.0.1");
  assert.ok(cookies.every(({ httpOnly, sameSite }) => httpOnly && sameSite === "Lax"));
  seen.push(JSON.stringify(cookies), JSON.stringify(await context.storageState({ indexedDB: true })));
}

async function signIn({ page }, decision) {
  await page.goto(app);
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.click(decision);
  await page.waitForURL(`${app}/**`);
}

async function given() {
  const one = await open();
  await signIn(one, "button[name=user][value=owner]");
  const { page } = one;
  const shown = page.locator("path");
  await shown.first().waitFor();
  const { features } = await call("owner", "/v1/features/collections/fields/items?limit=1000");
  assert.equal(await shown.count(), features.filter(({ geometry }) => geometry).length, "all fields are on the map");
  const name = await shown.first().getAttribute("aria-label");
  await shown.first().click();
  await page.selectOption("#type", "HARVEST");
  await page.getByRole("button", { name: "Plan it" }).click();
  await page.getByText(`HARVEST is planned on ${name}.`).waitFor();
  const field = features.find(({ properties }) => properties.name === name).id;
  const planned = await call("owner", `/v1/activities?fieldId=${field}&limit=1000`);
  assert.ok(planned.items.some(({ type, plannedAt }) => type === "HARVEST" && Date.now() - Date.parse(plannedAt) < 600_000));
  await page.screenshot({ path: `${folder}/field-map.png` });
  await stored(one);
  return one;
}

async function refused() {
  const one = await open();
  await signIn(one, "button[name=deny]");
  await one.page.getByText("You have not given your consent").waitFor();
  assert.equal((await one.page.request.get(`${app}/fields`)).status(), 401);
  assert.equal(await one.page.locator("path").count(), 0);
  await stored(one);
  await one.context.close();
}

/** The person takes the consent back: this sign-in ends, and the provider exchanges no login of others any more. */
async function withdrawn(one) {
  const other = await open();
  await signIn(other, "button[name=user][value=owner]");
  await other.page.locator("path").first().waitFor();
  await one.page.getByRole("link", { name: "Change my consent" }).click();
  await one.page.click("button[name=deny]");
  await one.page.getByText("You have not given your consent").waitFor();
  assert.equal((await one.page.request.get(`${app}/fields`)).status(), 401);
  await one.page.getByRole("link", { name: "Sign in" }).click();
  await one.page.click("button[name=user][value=owner]"); // the provider asks again
  await one.page.locator("path").first().waitFor();
  await other.context.close();
}

/** Requests of other pages and forged logout tokens change nothing. */
async function attacked({ page }) {
  const forged = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from("{}").toString("base64url")}.`;
  for (const logout_token of ["", "a.b.c", forged, await token("owner")]) {
    const answer = await page.request.post(`${app}/backchannel-logout`, { form: { logout_token } });
    assert.equal(answer.status(), 400);
  }
  assert.equal((await page.request.post(`${app}/activities`, { data: {} })).status(), 403, "without the header of our page");
  assert.equal((await page.request.get(`${app}/callback?code=x&state=y`)).status(), 400);
  assert.equal((await page.request.get(`${app}/fields`)).status(), 200, "the session is still there");
}

/** The developer withdraws the app: its tokens end at once. */
async function over({ page }) {
  await call("developer", `/store/apps/${appId}/withdraw`, { reason: "no longer used" });
  await page.reload();
  await page.getByRole("link", { name: "Sign in" }).waitFor();
  assert.equal((await page.request.get(`${app}/fields`)).status(), 401);
}

let failure;
try {
  const one = await given();
  await refused();
  await withdrawn(one);
  await attacked(one);
  await stored(one);
  await over(one);
  for (const text of [...seen, log]) {
    assert.doesNotMatch(text, TOKEN, "a token is in an address, an answer, the storage or the log");
    assert.ok(!text.includes(secret.d), "the private key is seen");
    assert.ok(!/access_token|client_assertion|code_verifier|refresh_token/.test(text), `a part of the protocol is seen: ${text}`);
  }
} catch (error) {
  failure = error;
  console.log(error, log);
} finally {
  await browser.close();
  server.kill();
}
process.exit(failure ? 1 : 0);
