import { createGlebe, nextLink } from "glebe-client";
import { reading } from "../offline/reads";
import { isSignedIn, sessionHeaders, signInAgain } from "../session";

/** Tests run without a page. */
const ORIGIN = (globalThis.location as Location | undefined)?.origin ?? "http://localhost";

const LEAVES_FOR_SIGN_IN = new Promise<never>(() => {});

/** Whether the person has signed in again in another window since a request was made. */
async function isRenewed(request: Request): Promise<boolean> {
  const isSigned = await isSignedIn().catch(() => false);
  return isSigned && sessionHeaders()["X-Glebe-Session"] !== request.headers.get("X-Glebe-Session");
}

/** The client of the platform; it goes to the sign-in page when the session has ended, and reads what is kept without a network. */
export const glebe = createGlebe(ORIGIN, {
  headers: { Accept: "application/json" },
  fetch: reading,
});

function withSession(request: Request): Request {
  for (const [name, value] of Object.entries(sessionHeaders())) request.headers.set(name, value);
  return request;
}

glebe.use({
  onRequest: ({ request }) => withSession(request),
  async onResponse({ request, response }) {
    if (response.status !== 401) return undefined;
    if (request.method === "GET" && (await isRenewed(request))) return reading(withSession(request));
    return signInAgain(response.headers.get("Link")) ? LEAVES_FOR_SIGN_IN : undefined;
  },
});

/** The path and query of an absolute or relative link. */
export function pathOf(link: string): string {
  const url = new URL(link, "http://any/");
  return url.pathname + url.search;
}

/** The largest page that the platform gives. */
const PAGE = 1000;

interface CursorPage<T> {
  items: T[];
  nextCursor: string;
  hasMore: boolean;
}

type LoadPage<T> = (page: { limit: number; cursor?: string }) => Promise<CursorPage<T>>;

/** The items of a list up to a bound, and whether there are more. */
export async function itemsUpTo<T>(load: LoadPage<T>, bound: number): Promise<{ items: T[]; isCut: boolean }> {
  const items: T[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await load({ limit: Math.min(PAGE, bound), cursor });
    items.push(...page.items);
    const isCut = items.length > bound || (page.hasMore && items.length === bound);
    if (!page.hasMore || items.length >= bound) return { items: items.slice(0, bound), isCut };
    cursor = page.nextCursor;
  }
}

/** The items of all pages of a list, up to a bound. */
export const allPages = async <T>(load: LoadPage<T>, bound: number): Promise<T[]> =>
  (await itemsUpTo(load, bound)).items;

/** All pages of a list that continues at a link, up to a number of items. */
export async function linkedPages<P extends Parameters<typeof nextLink>[0]>(
  first: P,
  isWhole: (pages: P[]) => boolean,
  signal: AbortSignal,
): Promise<P[]> {
  const pages = [first];
  for (let next = nextLink(first); next && !isWhole(pages); next = nextLink(pages.at(-1)!))
    pages.push(await glebe.follow<P>(pathOf(next), { signal })); // the platform may have another name in its links
  return pages;
}
