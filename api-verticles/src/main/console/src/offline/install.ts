import { signal } from "@preact/signals";

// The service worker of the pages, and the installation as an app.

/** Whether a newer build of the console waits until the page is loaded again. */
export const newerBuild = signal(false);

/** Asks the browser to install the console; absent where that is not possible or already done. */
export const installer = signal<(() => void) | undefined>(undefined);

const HOUR_MILLIS = 3_600_000;

/** Whether the pages can be opened without a network. Browsers offer this with https and on localhost only. */
export const canKeep = (): boolean => "serviceWorker" in navigator;

/** Registers the service worker when the browser has nothing else to do: the first page comes first. */
export function keepPages(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    installer.value = () => {
      installer.value = undefined;
      void (event as Event & { prompt: () => Promise<unknown> }).prompt();
    };
  });
  addEventListener("appinstalled", () => (installer.value = undefined));
  if (!canKeep() || !import.meta.env.PROD) return;
  const start = () => void register().catch(() => {}); // without it the console works as long as there is a network
  if (document.readyState === "complete") setTimeout(start, 0);
  else addEventListener("load", start);
}

async function register(): Promise<void> {
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener("message", ({ data }) => {
    if (typeof data === "string" && !isOwn(data)) newerBuild.value = true;
  });
  const registration = await serviceWorker.register("/console/sw.js", { scope: "/console/" });
  let last = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - last < HOUR_MILLIS) return;
    last = Date.now();
    void registration.update().catch(() => {}); // at the next time
  });
}

/** Whether this page was loaded with a script: then it is of the same build as the worker that names it. */
const isOwn = (script: string) => [...document.scripts].some(({ src }) => src.endsWith(`/${script}`));
