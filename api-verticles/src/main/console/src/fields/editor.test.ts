import { beforeEach, expect, test } from "vitest";
import { areaOf } from "../shapes/geodesy";
import type { Polygons, Position } from "../shapes/polygons";
import { draftFeatures } from "./draftFeatures";
import * as editor from "./editor";

const [w, s, e, n] = [15.5, 46, 15.51, 46.01];
const field: Polygons = [
  [
    [
      [w, s],
      [e, s],
      [e, n],
      [w, n],
      [w, s],
    ],
  ],
];
const draw = (...places: Position[]) => places.forEach(editor.add);

beforeEach(editor.clear);

test("corners become an area, and its size is shown while it is drawn", () => {
  editor.begin("draw");
  draw([w, s], [e, s]);
  expect(editor.measured.value, "a side has a length and no area").toBe("775 m");
  editor.cursor.value = [e, s]; // the pointer has not moved since the press
  expect(editor.measured.value).toBe("775 m");
  expect(draftFeatures()[0]?.geometry.type, "the side is drawn").toBe("LineString");
  editor.finish();
  expect(editor.refusal.value).toBe("An area needs three corners.");
  editor.cursor.value = [e, n];
  expect(editor.measured.value).toMatch(/^\d+\.\d\d ha, border [\d.]+ km$/);
  draw([e, n]);
  editor.finish();
  expect(editor.done.value).toBe(true);
  expect(editor.draft.value[0]![0]).toHaveLength(4);
  editor.undo();
  expect(editor.done.value, "back to drawing").toBe(false);
  editor.undo();
  expect(editor.line.value).toHaveLength(2);
});

test("a border that crosses itself is shown and repaired, and the repair can be undone", () => {
  editor.begin("draw");
  draw([w, s], [e, n], [e, s], [w, n]);
  editor.finish();
  expect(editor.crosses.value).toBe(true);
  editor.repair();
  expect(editor.crosses.value).toBe(false);
  expect(editor.draft.value).toHaveLength(2);
});

test("a region is cut at the border of its field", () => {
  editor.begin("draw", [], field);
  draw([w - 1, s], [w + 0.005, s], [w + 0.005, n], [w - 1, n]);
  editor.finish();
  expect(areaOf(editor.draft.value)).toBeCloseTo(areaOf(field) / 2, 0);
  editor.begin("draw", [], field);
  draw([1, 1], [2, 1], [2, 2]);
  editor.finish();
  expect(editor.refusal.value).toMatch(/outside/);
});

test("a field is split, and a line that ends inside is refused", () => {
  editor.begin("split", field);
  draw([w - 0.001, 46.005], [15.505, 46.005]);
  editor.finish();
  expect(editor.refusal.value).toMatch(/border to border/);
  draw([e + 0.001, 46.005]);
  editor.finish();
  expect(editor.pieces.value).toHaveLength(1);
  expect(editor.measured.value).toMatch(/ha \+ .* ha/);
  editor.undo();
  expect(editor.draft.value).toEqual(field);
});

test("a hole is inside of the field", () => {
  editor.begin("hole", field);
  draw([1, 1], [2, 1], [2, 2]);
  editor.finish();
  expect(editor.refusal.value).toMatch(/outside/);
  editor.begin("hole", field);
  draw([15.504, 46.004], [15.506, 46.004], [15.505, 46.006]);
  editor.finish();
  expect(editor.draft.value[0]).toHaveLength(2);
});

test("corners are moved, added, removed, and each step can be undone", () => {
  editor.begin("corners", field);
  editor.grab();
  editor.move([0, 0, 0], [15.49, 46]);
  expect(editor.draft.value[0]![0]!.at(-1), "the ring stays closed").toEqual([15.49, 46]);
  const added = editor.insert([0, 0, 0], [15.505, 45.999]);
  expect(added).toEqual([0, 0, 1]);
  expect(editor.draft.value[0]![0]).toHaveLength(6);
  editor.corner.value = added;
  editor.remove();
  expect(editor.draft.value[0]![0]).toHaveLength(5);
  editor.step(1);
  editor.remove();
  editor.step(-1);
  editor.remove();
  expect(editor.refusal.value).toBe("An area needs three corners.");
  expect(editor.changes.value).toBe(4);
  for (let i = 0; i < 4; i++) editor.undo();
  expect(editor.draft.value).toEqual(field);
});

test("shapes are merged, and a line is measured", () => {
  editor.begin("merge", field);
  editor.join([
    [
      [
        [
          [e, s],
          [e + 0.01, s],
          [e + 0.01, n],
          [e, n],
          [e, s],
        ],
      ],
    ],
  ]);
  expect(editor.draft.value).toHaveLength(1);
  expect(areaOf(editor.draft.value)).toBeCloseTo(2 * areaOf(field), 0);
  editor.join([]);
  expect(editor.done.value).toBe(false);
  editor.begin("measure");
  draw([w, s], [e, s]);
  expect(editor.measured.value).toBe("775 m");
  draw([e, n]);
  expect(editor.measured.value).toMatch(/^1\.89 km, around 43\.\d\d ha$/);
});
