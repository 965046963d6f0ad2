import { afterAll, beforeEach, expect, test, vi } from "vitest";

// The worker with caches and a network of the test.

type Listener = (event: Record<string, unknown>) => void;

const ROOT = "https://glebe.example/console/";
const listeners = new Map<string, Listener>();
const told: string[] = [];
const shown: { title: string; body?: string; data?: string; tag?: string }[] = [];
const aWindow = {
  url: `${ROOT}#page=map`,
  postMessage: (script: string) => told.push(script),
  focus: () => Promise.resolve(told.push("focused")),
  navigate: (address: string) => Promise.resolve(told.push(`shown ${address}`)),
};
let windows = [aWindow];
let stored: Map<string, Map<string, Response>>;
let network: (address: string) => Promise<Response>;

const addressOf = (request: Request | string) => (typeof request === "string" ? request : request.url);

const cacheOf = (name: string) => ({
  put: (address: string, answer: Response) => Promise.resolve(void stored.get(name)!.set(address, answer)),
  addAll: async (addresses: string[]) => {
    for (const address of addresses) stored.get(name)!.set(address, await network(address));
  },
});

vi.stubGlobal("caches", {
  open: (name: string) => {
    if (!stored.has(name)) stored.set(name, new Map());
    return Promise.resolve(cacheOf(name));
  },
  keys: () => Promise.resolve([...stored.keys()]),
  delete: (name: string) => Promise.resolve(stored.delete(name)),
  match: (request: Request | string, { cacheName }: { cacheName?: string } = {}) =>
    Promise.resolve(
      [...stored]
        .filter(([name]) => !cacheName || name === cacheName)
        .map(([, cache]) => cache.get(addressOf(request)))
        .find(Boolean)
        ?.clone(),
    ),
});
vi.stubGlobal("self", {
  location: new URL(`${ROOT}sw.js`),
  clients: {
    matchAll: () => Promise.resolve(windows),
    claim: () => Promise.resolve(),
    openWindow: (address: string) => Promise.resolve(told.push(`opened ${address}`)),
  },
  registration: {
    showNotification: (title: string, options: object) => Promise.resolve(void shown.push({ title, ...options })),
  },
  skipWaiting: () => Promise.resolve(),
  addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
});
vi.stubGlobal("fetch", (request: Request | string) => network(addressOf(request)));
vi.stubGlobal("__FILES__", ["assets/index-2.js"]);
vi.stubGlobal("__ENTRY__", "assets/index-2.js");
vi.stubGlobal("__BUILD__", "2");
await import("./serviceWorker");
afterAll(() => vi.unstubAllGlobals());

const PAGE = '<script src="/console/assets/index-2.js"></script>';
const answering = (address: string) => Promise.resolve(new Response(address === ROOT ? PAGE : `content of ${address}`));
const lost = () => Promise.reject(new TypeError("no network"));

beforeEach(() => {
  stored = new Map();
  network = answering;
  told.length = 0;
});

/** Runs an event that lasts until its work is done. */
async function run(name: string, more: Record<string, unknown> = {}): Promise<void> {
  let work: unknown;
  listeners.get(name)!({ ...more, waitUntil: (done: unknown) => (work = done) });
  await work;
}

/** The answer of the worker; nothing where it leaves the request to the browser. */
async function ask(path: string, { mode = "cors", method = "GET" } = {}): Promise<string | undefined> {
  let answer: Promise<Response> | undefined;
  const request = { url: new URL(path, ROOT).href, mode, method };
  listeners.get("fetch")!({ request, respondWith: (given: Promise<Response>) => (answer = given) });
  return (await answer)?.text();
}

test("without a network the page and the files of the build come from what is kept", async () => {
  await run("install");
  network = lost;
  expect(await ask("./?source=app", { mode: "navigate" })).toBe(PAGE);
  expect(await ask("assets/index-2.js")).toBe(`content of ${ROOT}assets/index-2.js`);
});

test("with a network the page is the newest one", async () => {
  await run("install");
  network = () => Promise.resolve(new Response("page of a newer build"));
  expect(await ask("./", { mode: "navigate" })).toBe("page of a newer build");
  network = () => Promise.resolve(new Response("balancer", { status: 503 }));
  expect(await ask("./", { mode: "navigate" })).toBe(PAGE);
});

test("data, sign-in and changes are left to the browser", async () => {
  await run("install");
  for (const path of ["/v1/tasks", "/api/v2/collections", "session", "manifest.webmanifest", "sw.js"])
    expect(await ask(path)).toBeUndefined();
  expect(await ask("session/login?return=x", { mode: "navigate" })).toBeUndefined();
  expect(await ask("assets/index-2.js", { method: "POST" })).toBeUndefined();
});

test("a page of another build is not kept", async () => {
  network = () => Promise.resolve(new Response('<script src="/console/assets/index-1.js"></script>'));
  await expect(run("install")).rejects.toThrow("another build");
  expect(stored.size).toBe(0);
});

test("files of the build before stay for windows that are open, and these are told of the new one", async () => {
  for (const name of ["other-cache", "glebe-console-0", "glebe-console-1"]) stored.set(name, new Map());
  await run("install");
  await run("activate");
  expect([...stored.keys()]).toEqual(["other-cache", "glebe-console-1", "glebe-console-2"]);
  expect(told).toEqual(["assets/index-2.js"]);
});

const NOTICE = {
  type: "alarm.started",
  id: "e1",
  farmId: "f1",
  farmName: "Hill farm",
  name: "Soil is dry",
  severity: "CRITICAL",
  startedAt: "2026-05-05T08:00:00Z",
  language: "de",
};
const pushed = (notice: object) => run("push", { data: { json: () => ({ ...NOTICE, ...notice }) } });

test("an alarm is shown in the person's language, and its end takes its place", async () => {
  await pushed({});
  await pushed({ type: "alarm.ended", endedAt: "2026-05-05T09:00:00Z", language: "xx" });
  expect(shown.map(({ title, body, tag }) => [title, body, tag])).toEqual([
    ["Soil is dry", "Hill farm · Kritisch", "e1"],
    ["Soil is dry", "Hill farm · ended", "e1"],
  ]);
});

test("a click on a notification shows its alarm in the open window, or in a new one", async () => {
  const data = shown[0]!.data;
  expect(data).toBe(`${ROOT}#page=alarms&farm=f1&alarm=e1`);
  const click = () => run("notificationclick", { notification: { data, close: () => told.push("closed") } });
  await click();
  windows = [];
  await click();
  windows = [aWindow];
  expect(told).toEqual(["closed", "focused", `shown ${data}`, "closed", `opened ${data}`]);
});
