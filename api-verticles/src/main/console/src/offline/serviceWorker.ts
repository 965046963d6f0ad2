// The service worker: keeps the files of one build of the console, so that its pages open without a network. It answers only
// for files below /console/. Data of a person never pass through it.

/** The file names of the build, the script that its page loads first, and a digest of all; the build puts them in. */
declare const __FILES__: string[];
declare const __ENTRY__: string;
declare const __BUILD__: string;

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Event {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
/** A message of the platform about an alarm. */
interface Notice {
  type: "alarm.started" | "alarm.ended";
  id: string;
  farmId: string;
  farmName: string;
  name: string;
  severity: keyof typeof WORDS.en;
  startedAt: string;
  endedAt?: string;
  language: string;
}
interface Pushed extends Lasting {
  data: { json(): Notice } | null;
}
interface Clicked extends Lasting {
  notification: { data: string; close(): void };
}
interface OpenWindow {
  url: string;
  postMessage(message: string): void;
  navigate(address: string): Promise<unknown>;
  focus(): Promise<unknown>;
}
interface WorkerScope {
  location: Location;
  clients: {
    matchAll(of: { type: "window" }): Promise<OpenWindow[]>;
    claim(): Promise<void>;
    openWindow(address: string): Promise<unknown>;
  };
  registration: { showNotification(title: string, options: Record<string, unknown>): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(name: "install" | "activate", listener: (event: Lasting) => void): void;
  addEventListener(name: "push", listener: (event: Pushed) => void): void;
  addEventListener(name: "notificationclick", listener: (event: Clicked) => void): void;
  addEventListener(name: "fetch", listener: (event: Fetching) => void): void;
}

const worker = self as unknown as WorkerScope;
const PREFIX = "glebe-console-";
const CACHE = PREFIX + __BUILD__;
const ROOT = new URL("./", worker.location.href);
const PAGE = ROOT.href;
/** A page that has not come by then is taken from the cache. */
const PATIENCE_MILLIS = 4_000;

/** All files, or none: a build that is half there would open pages that fail later. */
async function install(): Promise<void> {
  const page = await fetch(new Request(PAGE, { cache: "reload" }));
  // during a deployment another process may answer with the page of another build
  if (!page.ok || !(await page.clone().text()).includes(__ENTRY__)) throw new Error("the page is of another build");
  const cache = await caches.open(CACHE);
  await cache.addAll(__FILES__.map((name) => new URL(name, ROOT).href));
  await cache.put(PAGE, page);
  await worker.skipWaiting();
}

/**
 * Removes the files of earlier builds but those of the last one, which windows that are still open may need, and tells
 * the windows which build is kept.
 */
async function activate(): Promise<void> {
  const earlier = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(earlier.slice(0, -1).map((name) => caches.delete(name)));
  await worker.clients.claim();
  for (const window of await worker.clients.matchAll({ type: "window" })) window.postMessage(__ENTRY__);
}

const isPage = ({ mode, url }: Request) => mode === "navigate" && new URL(url).pathname === ROOT.pathname;
const isFile = (url: URL) => url.origin === ROOT.origin && url.pathname.startsWith(`${ROOT.pathname}assets/`);

const afterPatience = () => new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MILLIS));

/** The newest page, so that a deployment is seen at the next load; the kept one when the platform does not answer. */
async function page(request: Request): Promise<Response> {
  const kept = await caches.match(PAGE, { cacheName: CACHE });
  if (!kept) return fetch(request);
  const newest = fetch(request).then(
    (answer) => (answer.status < 500 ? answer : kept),
    () => kept,
  );
  return (await Promise.race([newest, afterPatience()])) ?? kept;
}

/** Names of files contain their digest, so a kept file is the right one. */
const file = async (request: Request): Promise<Response> => (await caches.match(request.url)) ?? fetch(request);

/** The words of notifications; catalogues are files of the pages. */
const WORDS = {
  en: { CRITICAL: "Critical", WARNING: "Warning", INFO: "Information", ended: "ended" },
  sl: { CRITICAL: "Kritično", WARNING: "Opozorilo", INFO: "Obvestilo", ended: "končano" },
  de: { CRITICAL: "Kritisch", WARNING: "Warnung", INFO: "Hinweis", ended: "beendet" },
};

/** Shows an alarm; its end takes the place of its beginning. */
async function notify({ type, id, farmId, farmName, name, severity, language, ...times }: Notice): Promise<void> {
  const words = WORDS[language as keyof typeof WORDS] ?? WORDS.en;
  const hasEnded = type === "alarm.ended";
  await worker.registration.showNotification(name, {
    body: [farmName, hasEnded ? words.ended : words[severity]].filter(Boolean).join(" · "),
    lang: language,
    tag: id,
    timestamp: Date.parse(times.endedAt ?? times.startedAt),
    icon: new URL("icon-192.png", ROOT).href,
    requireInteraction: severity === "CRITICAL" && !hasEnded,
    data: `${PAGE}#${new URLSearchParams({ page: "alarms", farm: farmId, alarm: id }).toString()}`,
  });
}

/** Shows an address in a window of the console that is open, or in a new one. */
async function show(address: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: "window" });
  const open = windows.find(({ url }) => new URL(url).pathname === ROOT.pathname);
  if (!open) return void (await worker.clients.openWindow(address));
  await open.focus();
  await open.navigate(address);
}

worker.addEventListener("push", (event) => event.data && event.waitUntil(notify(event.data.json())));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});
worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (isPage(request)) event.respondWith(page(request));
  else if (isFile(new URL(request.url))) event.respondWith(file(request));
});
