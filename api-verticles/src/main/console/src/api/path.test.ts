import { expect, test } from "vitest";
import { nextOf, path, pathOf } from "./path";

const COLLECTION = "/api/v2/collections/{collectionId}";

test("parameters of the template are put into the path, the others into the query", () => {
  expect(
    path(`${COLLECTION}/point/{lon},{lat}`, { collectionId: "s2", lon: 15.5, lat: 46, layers: "NDVI,CLOUD" }),
  ).toBe("/api/v2/collections/s2/point/15.5,46?layers=NDVI,CLOUD");
});

test("empty parameters are left out", () => {
  expect(path("/v1/farms", { limit: 200, cursor: "", view: undefined })).toBe("/v1/farms?limit=200");
  expect(path("/v1/farms", {})).toBe("/v1/farms");
});

test("names of collections and values of filters are encoded", () => {
  expect(path(`${COLLECTION}/items`, { collectionId: "a/b c", filter: "crop = 'o&k' AND area > 1" })).toBe(
    "/api/v2/collections/a%2Fb%20c/items?filter=crop%20%3D%20'o%26k'%20AND%20area%20%3E%201",
  );
});

test("a parameter with several segments keeps its slashes", () => {
  expect(path("/sta/v1.1/{path}", { path: "Datastreams(7)/Observations", $top: 1 })).toBe(
    "/sta/v1.1/Datastreams(7)/Observations?$top=1",
  );
});

test("a page links to the next one, whatever its host is called", () => {
  expect(nextOf({ links: [{ rel: "self", href: "x" }] })).toBeUndefined();
  expect(nextOf({ links: [{ rel: "next", href: "https://farm.example/v1/fields?cursor=a%2Bb" }] })).toBe(
    "/v1/fields?cursor=a%2Bb",
  );
  expect(pathOf("/v1/fields?limit=1")).toBe("/v1/fields?limit=1");
});
