import { person, sessionHeaders } from "../session";
import { answered, failed, isGone, isLost, patience, showsKept, showsNew, unheard } from "./network";
import * as store from "./store";

// Answers that are needed in the field are kept as they come, and given again when the platform does not answer.

const ID = "[^/]+";
const FARM_RECORDS = [
  "permissions",
  "farms",
  "fields",
  "regions",
  "tasks",
  `tasks/${ID}`,
  `(workers|machines|products)(/${ID})?`,
  "activities",
  `activities/${ID}`,
  `activities/${ID}/inputoutputs`,
  "activity-resources",
  "alarm-events",
  "alarm-rules",
  "records/types",
  `farms/${ID}/fields/${ID}/(actions|records)`,
  `regions/${ID}/(actions|records|cultivation-periods)`,
  "features/collections/fields/items",
];
const PICTURE_DATA = ["layers", "time", "legend", "tilesets", "style", `tiles/${ID}/tilejson\\.json`];
const DATA = new RegExp(
  `^(/v1/(${FARM_RECORDS.join("|")})|/api/v2/collections(/${ID}/(${PICTURE_DATA.join("|")}))?|/api/v2/colormaps)$`,
);
/** The sensors of one farm, by which alarms are named. */
const THINGS = "/sta/v1.1/Things";
/** Tiles, also those of vectors. */
const PICTURE = new RegExp(`^/api/v2/collections/${ID}/(map/tiles|tiles)/${ID}/\\d+/\\d+/\\d+`);

/** How an answer of an address is kept, if it is kept. */
export function kindOf({ pathname, searchParams }: URL): store.Answer["kind"] | undefined {
  if (DATA.test(pathname)) return "data";
  if (pathname === THINGS && searchParams.get("$filter")?.startsWith("properties/farmId ")) return "data";
  return PICTURE.test(pathname) ? "picture" : undefined;
}

/** The name of an answer: later pages of a list follow the first one, whose cursor is new each time. */
export function keptAs({ pathname, searchParams }: URL): string {
  const query = new URLSearchParams(searchParams);
  const cursor = query.get("cursor");
  query.delete("cursor");
  return `${pathname}?${query.toString()}${cursor ? `#${cursor}` : ""}`;
}

/** Sends a request of the client; answers a read from what is kept when the platform does not. */
export function reading(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const kind = request.method === "GET" ? kindOf(url) : undefined;
  const subject = person()?.subject;
  return kind && subject ? keptOrNew(request, kind, subject, keptAs(url)) : sent(request);
}

const UNAUTHORIZED = 401;

/** Sends a change. The end of the session is like no answer, so that the change waits for the sign-in and no form is lost. */
export const changing =
  (send: (request: Request) => Promise<Response> = sent) =>
  async (request: Request): Promise<Response> => {
    const answer = await send(request);
    if (answer.status === UNAUTHORIZED) throw new TypeError("the session has ended");
    return answer;
  };

/** Reads a tile. */
export const readPicture = (path: string, signal?: AbortSignal): Promise<Response> =>
  reading(new Request(new URL(path, location.origin), { headers: sessionHeaders(), signal }));

async function keptOrNew(request: Request, kind: store.Answer["kind"], subject: string, address: string) {
  let isShown = false;
  const kept = async (): Promise<Response | undefined> => {
    const found = await store.answer(subject, address).catch(() => undefined);
    if (found && !request.signal.aborted) showsKept(address, found.at);
    isShown = found !== undefined;
    return found && responseOf(found);
  };
  const fresh = sent(request).then((answer) => {
    if (!isGone(answer.status) && !isShown) showsNew(address); // a late answer is kept for the next time
    if (answer.ok && kind === "picture") return pictureOf(answer, subject, address);
    if (answer.ok) void keep(answer.clone(), subject, address);
    return answer;
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Response | undefined>((resolve) => {
    timer = setTimeout(() => {
      unheard();
      resolve(kept());
    }, patience());
  });
  try {
    const answer = (await Promise.race([fresh, late])) ?? (await fresh);
    return isGone(answer.status) ? ((await kept()) ?? answer) : answer;
  } catch (error) {
    const found = isLost(error) ? await kept() : undefined;
    if (!found) throw error;
    return found;
  } finally {
    clearTimeout(timer);
  }
}

/** Sends a request; nothing that is kept takes the place of the answer. */
export async function sent(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request);
    if (isGone(answer.status)) failed();
    else answered();
    return answer;
  } catch (error) {
    if (isLost(error)) failed();
    throw error;
  }
}

/** An answer to keep. */
function answerOf({ headers }: Response, person: string, address: string, body: ArrayBuffer) {
  const type = headers.get("Content-Type") ?? "";
  return { person, address, at: Date.now(), type, etag: headers.get("ETag") ?? "", body };
}

/** Keeps a picture; its bytes are read once, because reading them twice takes longer than drawing them. */
async function pictureOf(answer: Response, person: string, address: string): Promise<Response> {
  const body = await answer.arrayBuffer();
  store.keepPicture({ ...answerOf(answer, person, address, body), kind: "picture" });
  return new Response(body.byteLength > 0 ? body : null, answer);
}

async function keep(answer: Response, person: string, address: string): Promise<void> {
  try {
    const kept = answerOf(answer, person, address, await answer.arrayBuffer());
    if (!address.includes("#")) await store.dropAnswers(person, `${address}#`);
    await store.keepAnswer({ ...kept, kind: "data" });
  } catch {
    // the browser has no room, or the page is left; there is a network at this moment
  }
}

function responseOf({ type, etag, body }: store.Answer): Response {
  const headers = new Headers({ "Content-Type": type });
  if (etag) headers.set("ETag", etag);
  return new Response(body, { headers });
}

/** The version of a record that this browser has last seen, where it has read it as one. */
export async function seenVersion(path: string): Promise<string | undefined> {
  const subject = person()?.subject;
  if (!subject) return undefined;
  const seen = await store.answer(subject, `/v1${path}?`).catch(() => undefined);
  return seen?.etag || undefined;
}
