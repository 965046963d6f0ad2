import { createGlebe, nextLink } from "glebe-client";
import { reading } from "../offline/reads";
import { sessionHeaders, signInAgain } from "../session";

/** Tests run without a page. */
const ORIGIN = (globalThis.location as Location | undefined)?.origin ?? "http://localhost";

const LEAVES_FOR_SIGN_IN = new Promise<never>(() => {});

/** The client of the platform; it goes to the sign-in page when the session has ended, and reads what is kept without a network. */
export const glebe = createGlebe(ORIGIN, {
  headers: { Accept: "application/json" },
  fetch: reading,
});

glebe.use({
  onRequest({ request }) {
    for (const [name, value] of Object.entries(sessionHeaders())) request.headers.set(name, value);
  },
  onResponse({ response }) {
    return response.status === 401 && signInAgain(response.headers.get("Link")) ? LEAVES_FOR_SIGN_IN : undefined;
  },
});

/** The path and query of an absolute or relative link. */
export function pathOf(link: string): string {
  const url = new URL(link, "http://any/");
  return url.pathname + url.search;
}

const PAGE = 200;

interface CursorPage<T> {
  items: T[];
  nextCursor: string;
  hasMore: boolean;
}

/** The items of all pages of a list, up to a bound. */
export async function allPages<T>(
  load: (page: { limit: number; cursor?: string }) => Promise<CursorPage<T>>,
  bound: number,
): Promise<T[]> {
  const items: T[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await load({ limit: PAGE, cursor });
    items.push(...page.items);
    if (!page.hasMore || items.length >= bound) return items;
    cursor = page.nextCursor;
  }
}

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
