import { expect, test } from "vitest";
import { glebe, pathOf } from "./client";

const COLLECTION = "/api/v2/collections/{collectionId}";

test("parameters of the template are put into the path, the others into the query", () => {
  expect(
    glebe.address(`${COLLECTION}/point/{lon},{lat}`, {
      path: { collectionId: "s2", lon: 15.5, lat: 46 },
      query: { layers: ["NDVI", "CLOUD"] },
    }),
  ).toBe("http://localhost/api/v2/collections/s2/point/15.5,46?layers=NDVI,CLOUD");
});

test("absent parameters are left out", () => {
  expect(glebe.address("/v1/farms", { query: { limit: 200, cursor: undefined } })).toBe(
    "http://localhost/v1/farms?limit=200",
  );
  expect(glebe.address("/v1/farms", {})).toBe("http://localhost/v1/farms");
});

test("names of collections and values of filters are encoded", () => {
  const filter = "crop = 'o&k' AND area > 1";
  expect(glebe.address(`${COLLECTION}/items`, { path: { collectionId: "a/b c" }, query: { filter } })).toBe(
    "http://localhost/api/v2/collections/a%2Fb%20c/items?filter=crop%20%3D%20'o%26k'%20AND%20area%20%3E%201",
  );
});

test("a parameter with several segments keeps its slashes", () => {
  const path = { path: "Datastreams(7)/Observations" };
  expect(glebe.address("/sta/v1.1/{path}", { path, query: { $top: 1 } })).toBe(
    "http://localhost/sta/v1.1/Datastreams(7)/Observations?$top=1",
  );
});

test("a link is followed on the own platform, whatever its host is called", () => {
  expect(pathOf("https://farm.example/v1/fields?cursor=a%2Bb")).toBe("/v1/fields?cursor=a%2Bb");
  expect(pathOf("/v1/fields?limit=1")).toBe("/v1/fields?limit=1");
});
