import { expect, test } from "vitest";
import { tilesIn } from "../maps/tilesIn";
import { following } from "./following";

const times = ["a", "b", "c", "d"];

test("the date after a step is in its direction", () => {
  expect(following(times, "a", "b")).toBe("c");
  expect(following(times, "c", "b")).toBe("a");
  expect(following(times, "c", "d")).toBeUndefined();
  expect(following(times, "b", "a")).toBeUndefined();
  expect(following(times, "a", "c")).toBeUndefined(); // a jump
  expect(following(times, "", "a")).toBeUndefined();
});

const tileset = { tiles: ["/t/{z}/{x}/{y}"], minzoom: 8, maxzoom: 14, bounds: [15, 45, 16, 46] };
const view = (zoom: number, west: number, south: number, east: number, north: number) =>
  ({
    getZoom: () => zoom,
    getBounds: () => ({ getWest: () => west, getSouth: () => south, getEast: () => east, getNorth: () => north }),
  }) as Parameters<typeof tilesIn>[0];

test("tiles are those of the view and of the tileset, at a level that it has", () => {
  const found = (...of: Parameters<typeof view>) => tilesIn(view(...of), tileset as Parameters<typeof tilesIn>[1]);
  expect(found(9.2, 15.4, 45.4, 15.41, 45.41)).toEqual(["/t/10/555/366"]);
  expect(found(16, 15.4, 45.4, 15.4001, 45.4001)).toEqual(["/t/14/8892/5867"]);
  expect(found(5, 10, 40, 20, 50)).toEqual([]); // too far away
  expect(found(13, 10, 40, 20, 50)).toEqual([]); // too many
  expect(found(9.2, 0, 45.4, 15.01, 45.41).every((address) => address.startsWith("/t/10/554/"))).toBe(true);
});
