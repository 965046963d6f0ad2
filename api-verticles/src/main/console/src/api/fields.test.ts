import { afterEach, expect, test, vi } from "vitest";
import { fieldFeatures } from "../farm/farms";
import { pathOf } from "./client";
import { fieldOutlines } from "./fields";

const signal = new AbortController().signal;
const geometry = { type: "Point", coordinates: [15, 46] };

/** Answers requests for fields from a number of them, so many on a page. */
function platform(count: number, limit: number): string[] {
  const requested: string[] = [];
  vi.stubGlobal("fetch", ({ url }: Request) => {
    requested.push(pathOf(url));
    const from = Number(new URL(url).searchParams.get("cursor") ?? 0);
    const items = Array.from({ length: Math.min(limit, count - from) }, (_, i) => ({ id: `f${from + i}`, geometry }));
    const hasMore = from + items.length < count;
    const features = items.map(({ id }) => ({ type: "Feature", id, geometry, properties: {} }));
    const links = hasMore ? [{ rel: "next", href: `http://h/next?cursor=${from + items.length}` }] : [];
    return Promise.resolve(Response.json({ items, hasMore, nextCursor: `${from + items.length}`, features, links }));
  });
  return requested;
}

afterEach(() => vi.unstubAllGlobals());

test.each([
  [5, 6, undefined],
  [6, 6, undefined],
  [7, 6, 6],
  [9, 4, 4],
  [8, 4, 4],
])("of %i fields up to %i are drawn, and it is known that others are not", async (count, bound, cutAt) => {
  platform(count, 2);
  const outlines = await fieldOutlines(signal, bound);
  expect(outlines.features).toHaveLength(Math.min(count, bound));
  expect(outlines.cutAt).toBe(cutAt);
  platform(count, 2);
  const fields = await fieldFeatures("farm", signal, bound);
  expect(fields.features).toHaveLength(Math.min(count, bound));
  expect(fields.cutAt).toBe(cutAt);
});

test("a bound within a page cuts the page", async () => {
  platform(7, 4);
  expect(await fieldOutlines(signal, 6)).toMatchObject({ cutAt: 6, features: { length: 6 } });
  platform(7, 4);
  expect(await fieldFeatures("farm", signal, 6)).toMatchObject({ cutAt: 6, features: { length: 6 } });
});
