import { expect, test } from "vitest";
import { tileCover } from "./tileCover";

const TEMPLATE = "/tiles/{z}/{x}/{y}";

test("a box is covered by the tiles of its zooms", () => {
  expect(tileCover(TEMPLATE, [15.5, 46, 15.6, 46.1], 0, 1, 10)).toEqual(["/tiles/0/0/0", "/tiles/1/1/0"]);
  expect(tileCover(TEMPLATE, [15.5, 46, 15.6, 46.1], 12, 12, 10)).toHaveLength(6);
});

test("zooms with too many tiles are left out", () => {
  const all = tileCover(TEMPLATE, [15.5, 46, 15.6, 46.1], 0, 16, 40);
  expect(all.length).toBeLessThanOrEqual(40);
  expect(all.at(-1)).toMatch(/^\/tiles\/13\//);
});

test("a box across the antimeridian is covered on both sides", () => {
  expect(tileCover(TEMPLATE, [179, 0.1, 181, 1], 2, 2, 10)).toEqual(["/tiles/2/3/1", "/tiles/2/0/1"]);
});
