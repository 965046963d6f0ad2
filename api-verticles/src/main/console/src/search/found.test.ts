import { expect, test } from "vitest";
import { newest, wordsIn } from "./entries";
import { boxAt, type Found, matching, pointIn, positionIn } from "./found";

const place = (name: string, geometry: GeoJSON.Geometry = { type: "Point", coordinates: [1, 2] }): Found => ({
  id: name,
  kind: "field",
  name,
  geometry,
});

test("names are found without their accents, and those that begin with the text first", () => {
  const all = [place("Zgornja Žaga"), place("Žaga 10"), place("Žaga 2"), place("Mlin")];
  expect(matching(all, "zaga").map(({ name }) => name)).toEqual(["Žaga 2", "Žaga 10", "Zgornja Žaga"]);
  expect(matching(all, "  ")).toEqual([]);
  expect(matching(all, "(")).toEqual([]);
});

test("of more entries than the search reads, those of the last months or days are read", async () => {
  const DAY = 86_400_000;
  const entries = Array.from({ length: 400 }, (_, i) => Date.now() - i * DAY).flatMap((at) =>
    Array<number>(10).fill(at),
  );
  const asked: number[] = [];
  const found = await newest((updatedAfter) => ({ limit }) => {
    asked.push(Math.floor((Date.now() - Date.parse(updatedAfter)) / DAY));
    const items = entries.filter((at) => at > Date.parse(updatedAfter)).slice(0, limit);
    return Promise.resolve({ items, nextCursor: "", hasMore: items.length === limit });
  });
  expect([Math.max(...asked), Math.min(...asked)]).toEqual([365, 60]);
  expect(found.length).toBeGreaterThanOrEqual(590);
  expect(found.length).toBeLessThan(1_000);
});

test("words of people are found in records, codes are not", () => {
  expect(wordsIn({ text: "Wet at the lower end", kind: "WEEDS", value: 3, observedAt: "2026-05-01T00:00:00Z" })).toBe(
    "Wet at the lower end",
  );
});

test("coordinates are found in the forms that people paste", () => {
  expect(positionIn("46.05, 14.5")?.geometry).toEqual({ type: "Point", coordinates: [14.5, 46.05] });
  expect(positionIn("17.5 S 178 W")?.geometry).toEqual({ type: "Point", coordinates: [-178, -17.5] });
  expect(positionIn("146, 14")).toBeUndefined();
  expect(positionIn("Parcel 7")).toBeUndefined();
  expect(positionIn("7 12")?.name).toBe("7°, 12°");
  expect(positionIn("7 12")?.kind).toBe("position");
  // degrees with minutes and seconds
  for (const text of [`46°03'00"N 14°30'00"E`, `46°3'N, 14°30'E`, `46° 3′ 0″ N14° 30′ 0″ E`, "46°03'00''N 14°30'00''E"])
    expect(positionIn(text)?.name, text).toBe("46.05°, 14.5°");
  expect(positionIn(`17°30'S 178°W`)?.name).toBe("-17.5°, -178°");
  // as people write numbers in Slovenian and German, and as the map shows them
  for (const text of ["46,05 14,5", "46,05; 14,5", "46,05000°, 14,50000°", "46,05° N 14,5° E"])
    expect(positionIn(text)?.name, text).toBe("46.05°, 14.5°");
  expect(positionIn("46,14")?.name).toBe("46°, 14°");
});

test("the point of an area is inside of it, and a point has a box around it", () => {
  const bent: GeoJSON.Polygon = {
    type: "Polygon",
    coordinates: [
      [
        [0, 0],
        [10, 0],
        [10, 10],
        [9, 10],
        [9, 1],
        [0, 1],
        [0, 0],
      ],
    ],
  };
  const [lon, lat] = pointIn(place("bent", bent));
  expect(lat).toBe(5);
  expect(lon).toBeCloseTo(9.5, 6);
  const [west, , east] = boxAt(place("point"));
  expect(east - west).toBeCloseTo(0.008, 6);
});
