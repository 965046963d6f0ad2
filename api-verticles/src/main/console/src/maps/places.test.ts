import { expect, test } from "vitest";
import { placesIn } from "./places";
import data from "./places.json";
import { countryName } from "./world";

const named = (language: string) =>
  placesIn(data, language).features.map(({ geometry, properties }) => ({
    name: properties?.["name"] as string,
    level: properties?.["level"] as number,
    at: (geometry as GeoJSON.Point).coordinates,
  }));

test("towns are where they are, the large ones first", () => {
  const all = named("en");
  expect(all.length).toBe(data.steps.length / 2);
  expect(all.length).toBe(data.counts.reduce((sum, count) => sum + count));
  const [ljubljana, maribor] = ["Ljubljana", "Maribor"].map((name) => all.find((place) => place.name === name)!);
  expect(ljubljana!.at[0]).toBeCloseTo(14.51, 1);
  expect(ljubljana!.at[1]).toBeCloseTo(46.05, 1);
  expect(ljubljana!.level).toBeLessThan(maribor!.level);
  expect(all.every(({ at: [lon, lat] }) => Math.abs(lon!) <= 180 && Math.abs(lat!) <= 90)).toBe(true);
  expect(all.map(({ level }) => level)).toEqual(all.map(({ level }) => level).sort((a, b) => a - b));
});

test("towns and countries have their names in the language of the person", () => {
  const at = named("en").findIndex(({ name }) => name === "Vienna");
  expect(named("de")[at]!.name).toBe("Wien");
  expect(named("sl")[at]!.name).toBe("Dunaj");
  expect(named("de").some(({ name }) => name === "Mailand")).toBe(true);
  expect(countryName("705", "Slov.")).toBe("Slovenia");
  expect(countryName(undefined, "Kosovo")).toBe("Kosovo");
});

test("the file is small", async () => {
  const packed = new Blob([JSON.stringify(data)]).stream().pipeThrough(new CompressionStream("gzip"));
  expect((await new Response(packed).arrayBuffer()).byteLength).toBeLessThan(60_000);
});
