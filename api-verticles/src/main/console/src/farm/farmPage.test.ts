import { expect, test } from "vitest";
import type { FieldFeature, Region } from "../api/bodies";
import { defaultRegion } from "./farms";
import { placeNodes, wayTo } from "./placeNodes";
import { linesOf, targetOf } from "./treeLines";

const field = (id: string, name: string): FieldFeature => ({
  type: "Feature",
  id,
  geometry: { type: "Point", coordinates: [0, 0] },
  properties: { name, area: 2, areaUnit: "ha" },
});
const region = (id: string, fieldId: string, isDefault: boolean, ...children: Region[]): Region =>
  ({ id, name: id, fieldId, isDefault, children }) as unknown as Region;

const nodes = placeNodes(
  [field("f10", "Field 10"), field("f2", "Field 2")],
  [region("whole", "f2", true, region("strip", "f2", false)), region("corner", "f2", false)],
);

test("fields are sorted by number, and the default region is the field itself", () => {
  expect(nodes.map(({ place }) => place.name)).toEqual(["Field 2", "Field 10"]);
  expect(nodes[0]).toMatchObject({ region: "whole", note: "2 ha" });
  expect(nodes[0]!.children.map(({ place }) => place.id)).toEqual(["corner", "strip"]);
});

test("the way leads from the field to the place", () => {
  expect(wayTo(nodes, "strip").map(({ place }) => place.id)).toEqual(["f2", "strip"]);
  expect(wayTo(nodes, "missing")).toEqual([]);
});

test("open branches or matching names are listed", () => {
  expect(linesOf(nodes, new Set(), "").map(({ node }) => node.place.id)).toEqual(["f2", "f10"]);
  expect(linesOf(nodes, new Set(["f2"]), "").map(({ level }) => level)).toEqual([1, 2, 2, 1]);
  expect(linesOf(nodes, new Set(), "STRIP").map(({ node }) => node.place.id)).toEqual(["strip"]);
});

test("keys move, open, close and choose as in any tree", () => {
  const closed = linesOf(nodes, new Set(), "");
  const open = linesOf(nodes, new Set(["f2"]), "");
  expect(targetOf("ArrowDown", closed, 0)).toEqual({ focus: "f10" });
  expect(targetOf("ArrowUp", closed, 0)).toEqual({ focus: "f2" });
  expect(targetOf("End", open, 0)).toEqual({ focus: "f10" });
  expect(targetOf("Home", open, 2)).toEqual({ focus: "f2" });
  expect(targetOf("ArrowRight", closed, 0)).toEqual({ toggle: "f2", open: true });
  expect(targetOf("ArrowRight", open, 0)).toEqual({ focus: "corner" });
  expect(targetOf("ArrowLeft", open, 0)).toEqual({ toggle: "f2", open: false });
  expect(targetOf("ArrowLeft", open, 2)).toEqual({ focus: "f2" });
  expect(targetOf("ArrowLeft", closed, 1)).toBeUndefined();
  expect(targetOf("Enter", open, 1)).toEqual({ choose: "corner" });
  expect(targetOf("x", open, 1)).toBeUndefined();
});

test("the default region of a field has the id that the platform derives", async () => {
  expect(await defaultRegion("5a3d1c00-0000-4000-8001-000000000007")).toBe("a1f6ecd2-5595-528c-99b3-2a3976034a07");
});
