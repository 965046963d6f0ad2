import { expect, test } from "vitest";
import { keptAs, kindOf } from "./reads";

const at = (path: string) => new URL(path, "http://glebe.example");

test.each([
  "/v1/farms?limit=200",
  "/v1/tasks?limit=200&farmId=f",
  "/v1/machines/m",
  "/v1/tasks/7",
  "/v1/farms/f/fields/g/records?limit=200",
  "/v1/regions?view=tree&farmId=f",
  "/v1/features/collections/fields/items?limit=1000",
  "/api/v2/collections?limit=1000",
  "/api/v2/collections/s2/time?cloudCover=true",
  "/api/v2/collections/s2/tiles/WebMercatorQuad/tilejson.json?layers=NDVI",
])("%s is needed in the field", (path) => expect(kindOf(at(path))).toBe("data"));

test("tiles are pictures, of which the oldest go first", () =>
  expect(kindOf(at("/api/v2/collections/s2/tiles/WebMercatorQuad/12/2210/1456?layers=NDVI"))).toBe("picture"));

test.each([
  "/v1/users?limit=200",
  "/v1/admin/tokens",
  "/v1/access-assignments",
  "/v1/audit-logs?entityId=1",
  "/v1/attachments/download/1",
  "/api/v2/tokens/tiles",
  "/store/apps",
  "/sta/v1.1/Things",
  "/console/session",
])("%s is not kept", (path) => expect(kindOf(at(path))).toBeUndefined());

test("later pages of a list are kept behind the first one, which removes them when it is renewed", () => {
  const first = keptAs(at("/v1/tasks?limit=200&farmId=f"));
  expect(first).toBe("/v1/tasks?limit=200&farmId=f");
  expect(keptAs(at("/v1/tasks?limit=200&cursor=abc&farmId=f"))).toBe(`${first}#abc`);
});

test("a record has the same name whether it is read or its version is looked up", () =>
  expect(keptAs(at("/v1/tasks/7"))).toBe("/v1/tasks/7?"));
