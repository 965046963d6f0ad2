import { gunzipSync, unzipSync, zipSync } from "fflate";
import { expect, test } from "vitest";
import { areaOf } from "../shapes/geodesy";
import { polygonsOf } from "../shapes/polygons";
import { candidates, nameAttributes, stored } from "./candidates";
import { codeIn, toLonLat } from "./crs";
import { FORMATS } from "./formats";
import type { ExportedFeature } from "./layers";
import { readFiles } from "./reading";
import { SYSTEMS } from "./systems";
import sample from "./samples.json";
import { columnsOf } from "./sqlite";
import { writeFile } from "./writing";
import { zipped } from "./zip";

const square = (west: number, south: number, size: number): [number, number][] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];

const fields: ExportedFeature[] = [
  {
    name: "Njiva pri čebelnjaku <b>&",
    geometry: { type: "Polygon", coordinates: [square(15.5, 46, 0.01), square(15.502, 46.002, 0.002).reverse()] },
    properties: { crop: "maize", hectares: 81.25 },
  },
  {
    name: "Two parts",
    geometry: { type: "MultiPolygon", coordinates: [[square(15.52, 46, 0.01)], [square(15.54, 46, 0.01)]] },
    properties: { crop: "", hectares: 1 },
  },
];

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

/** The fields as they come back from a file. */
async function again(format: (typeof FORMATS)[number][0], ending: string, all = fields) {
  const [layer] = await readFiles([[`out.${ending}`, await bytesOf(await writeFile(format, "fields", all))]]);
  return candidates(layer!, "name", layer!.crs);
}

test.each(FORMATS.filter(([id]) => ["geojson", "shapefile", "geopackage"].includes(id)))(
  "fields come back from %s as they were",
  async (format, _, ending) => {
    const back = await again(format, ending);
    expect(back.map(({ name, fault }) => [name, fault])).toEqual([
      ["Njiva pri čebelnjaku <b>&", ""],
      ["Two parts", ""],
    ]);
    back.forEach(({ area, properties }, i) => {
      expect(area).toBeCloseTo(areaOf(polygonsOf(fields[i]!.geometry)), 3);
      expect(properties["hectares"]).toBe(fields[i]!.properties["hectares"]);
    });
    expect(back[0]!.polygons[0]).toHaveLength(2);
    expect(back[1]!.polygons).toHaveLength(2);
  },
);

test("a GeoPackage of many fields has pages of pages", async () => {
  const many = Array.from({ length: 900 }, (_, i): ExportedFeature => {
    const [west, south] = [(i % 100) * 0.02, Math.floor(i / 100) * 0.02];
    return {
      name: `Field ${i}`,
      geometry: { type: "Polygon", coordinates: [square(west, south, 0.01)] },
      properties: {},
    };
  });
  const ring = Array.from({ length: 1000 }, (_, i) => {
    const turn = (2 * Math.PI * (i % 999)) / 999;
    return [Math.cos(turn), Math.sin(turn)];
  });
  many.push({ name: "Round", geometry: { type: "Polygon", coordinates: [ring] }, properties: {} });
  const [layer] = await readFiles([["a.gpkg", await bytesOf(await writeFile("geopackage", "fields", many))]]);
  expect(layer!.features).toHaveLength(901);
  expect(layer!.features[899]).toEqual({
    geometry: { ...many[899]!.geometry, type: "MultiPolygon", coordinates: [many[899]!.geometry.coordinates] },
    properties: { fid: 900, name: "Field 899" },
  });
  expect(layer!.features[900]!.geometry).toEqual({ type: "MultiPolygon", coordinates: [[ring]] });
});

test("a GeoPackage of another program is read: its names, its coordinates, its faults", async () => {
  const bytes = new Uint8Array(gunzipSync(Uint8Array.from(atob(sample.gzip), (char) => char.charCodeAt(0))));
  const [layer] = await readFiles([["parcels.gpkg", bytes]]);
  expect(layer!.name).toBe("my parcels");
  expect(nameAttributes(layer!)[0]).toBe("naziv parcele");
  const all = candidates(layer!, "naziv parcele", layer!.crs);
  expect(all).toHaveLength(33);
  expect(all[0]).toMatchObject({
    name: "Njiva 1 č",
    fault: "",
    properties: { fid: 1, 'ha "measured"': 0.5, big: 2 ** 40, late: null },
  });
  expect(all[0]!.area, "a square of 5000 m², with the scale of the grid").toBeCloseTo(5000 / 0.9999 ** 2, 0);
  expect(all[0]!.polygons[0]![0]![0]![0]).toBeCloseTo(15.518, 2);
  expect(all[30]).toMatchObject({ name: "Round", fault: "" });
  expect(all[31]).toMatchObject({ name: "Broken", fault: "The geometry is broken.", polygons: [] });
  expect(all[32]).toMatchObject({ name: "Nowhere", fault: "There is no shape." });
  for (const length of [60, 600, 5000])
    await expect(readFiles([["cut.gpkg", bytes.subarray(0, length)]])).rejects.toThrow(/broken|no GeoPackage/);
});

test("columns are read from any statement", () => {
  expect(
    columnsOf('CREATE TABLE t (a INTEGER PRIMARY KEY, "b, c" TEXT, `d` REAL DEFAULT (1+2), [e f] INT, UNIQUE (a))'),
  ).toEqual({
    columns: ["a", "b, c", "d", "e f"],
    id: 0,
  });
});

test("a broken record of a shapefile does not hide the others", async () => {
  const zip = await bytesOf(await writeFile("shapefile", "fields", [...fields, ...fields]));
  const [layer] = await readFiles([["fields.zip", zip]]);
  expect(layer!.features).toHaveLength(4);
  const files = Object.fromEntries(
    ["shp", "dbf", "prj"].map((ending) => [ending, unzipSync(zip)[`fields.${ending}`]]),
  ) as Record<string, Uint8Array<ArrayBuffer>>;
  const shp = files["shp"]!.slice();
  const view = new DataView(shp.buffer);
  view.setInt32(100 + 8 + 40, 9_999_999, true); // more points than the first record has bytes
  const broken = candidates(
    (
      await readFiles([
        ["fields.shp", shp],
        ["fields.dbf", files["dbf"]!],
        ["fields.prj", files["prj"]!],
      ])
    )[0]!,
    "name",
    "EPSG:4326",
  );
  expect(broken.map(({ fault }) => fault)).toEqual(["The record is broken.", "", "", ""]);
  expect(broken[1]!.name).toBe("Two parts");
  const [short] = await readFiles([["fields.shp", shp.subarray(0, shp.length - 40)]]);
  expect(short!.crs, "without a .prj nobody knows the system").toBe("");
  expect(short!.features.at(-1)!.fault).toBe("The file ends in this record.");
  await expect(readFiles([["fields.shp", shp.subarray(100)]])).rejects.toThrow("no shapefile");
});

test("files that are nothing known are refused with the reason", async () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  await expect(readFiles([["a.txt", bytes("hello")]])).rejects.toThrow("none of the known formats");
  await expect(readFiles([["a.geojson", bytes('{"type": ')]])).rejects.toThrow("no JSON");
  await expect(readFiles([["a.dbf", bytes("x")]])).rejects.toThrow("needs its .shp file");
  await expect(readFiles([["a.zip", Uint8Array.from([0x50, 0x4b, 3, 4, 9, 9])]])).rejects.toThrow("broken archive");
  await expect(readFiles([["a.zip", new Uint8Array(zipSync({ "readme.txt": bytes("x") }))]])).rejects.toThrow(
    "no file with shapes",
  );
});

test("archives of other programs are read, and those of the console by them", async () => {
  const text = new TextEncoder().encode(JSON.stringify({ type: "FeatureCollection", features: [] }));
  const theirs = zipSync(
    { "a/čebela.geojson": text, "readme.txt": text, "__MACOSX/b.geojson": text },
    { comment: "x" },
  );
  expect((await readFiles([["a.zip", new Uint8Array(theirs)]])).map(({ name }) => name)).toEqual(["čebela"]);
  const stored = zipSync({ "a.geojson": text }, { level: 0 });
  expect(await readFiles([["a.zip", new Uint8Array(stored)]])).toHaveLength(1);
  const ours = await bytesOf(await zipped({ "a/č.txt": text, empty: new Uint8Array() }, "application/zip"));
  expect(unzipSync(ours)).toEqual({ "a/č.txt": text, empty: new Uint8Array() });
  const longer = Uint8Array.from(atob(sample.zip64), (char) => char.charCodeAt(0));
  expect(await readFiles([["a.zip", longer]])).toHaveLength(1);
});

test("an archive that unpacks to more than it says is broken", async () => {
  const bytes = zipSync({ "a.geojson": new Uint8Array(5_000_000) });
  const directory = bytes.length - 22 - 46 - "a.geojson".length;
  for (const [size, reason] of [
    [100, "broken archive"],
    [6_000_000, "broken archive"],
    [600_000_000, "holds too much"],
  ] as const) {
    new DataView(bytes.buffer).setUint32(directory + 24, size, true);
    await expect(readFiles([["a.zip", new Uint8Array(bytes)]])).rejects.toThrow(reason);
  }
});

test("each feature has its own fault, and a crossing border is mended", async () => {
  const feature = (geometry: unknown, name = "x") => ({ type: "Feature", properties: { name }, geometry });
  const polygon = (ring: unknown) => ({ type: "Polygon", coordinates: [ring] });
  const collection = {
    type: "FeatureCollection",
    features: [
      feature(
        polygon([
          [15, 46],
          [15.01, 46.01],
          [15.01, 46],
          [15, 46.01],
          [15, 46],
        ]),
      ),
      feature({ type: "Point", coordinates: [15, 46] }),
      feature(null),
      feature(
        polygon([
          [15, 46],
          [15.01, 46],
          [15, 46],
        ]),
      ),
      feature(
        polygon([
          [500000, 46],
          [500001, 46],
          [500001, 47],
          [500000, 46],
        ]),
      ),
      feature(
        {
          type: "LineString",
          coordinates: [
            [15, 46],
            [15.01, 46],
            [15.01, 46.01],
            [15, 46.0001],
          ],
        },
        "A walk around",
      ),
      feature(polygon([["a", 1], [2], 3])),
      7,
      feature(
        polygon([
          [179.99, 0],
          [-179.99, 0],
          [-179.99, 0.01],
          [179.99, 0.01],
          [179.99, 0],
        ]),
        "across",
      ),
      feature(
        polygon([
          [15, 46],
          [15.01, 46],
          [15.02, 46],
          [15, 46],
        ]),
      ),
    ],
  };
  const [layer] = await readFiles([["f.geojson", new TextEncoder().encode(JSON.stringify(collection))]]);
  const all = candidates(layer!, "name", layer!.crs);
  expect(all.map(({ fault, mended }) => [fault.slice(0, 24), mended])).toEqual([
    ["The border crosses or to", true],
    ["A Point is no area.", false],
    ["There is no shape.", false],
    ["A ring has fewer than th", false],
    ["Coordinates are not on t", false],
    ["", false],
    [expect.stringMatching(/broken|not on|fewer/), false],
    ["The feature is no JSON o", false],
    ["", false],
    [expect.stringMatching(/no area/), false],
  ]);
  expect(all[0]!.polygons).toHaveLength(2);
  expect(stored(all[8]!)).toHaveLength(2);
  expect(all[7]!.name).toBe("f 8");
});

test("coordinates of a national grid become longitude and latitude", () => {
  const [lon, lat] = toLonLat("EPSG:3794")!([500000, 100000]);
  expect(lon).toBeCloseTo(15, 6);
  expect(lat).toBeCloseTo(46.0363, 2);
  const [lon33, lat33] = toLonLat("urn:ogc:def:crs:EPSG::32633")!([500000, 5099000]);
  expect([lon33, lat33]).toEqual([expect.closeTo(15, 6), expect.closeTo(46.0436, 2)]);
  expect(
    SYSTEMS.every(([code]) => toLonLat(code)),
    "every offered system is known",
  ).toBe(true);
  expect(toLonLat("")).toBeUndefined();
  expect(toLonLat("nonsense")).toBeUndefined();
  expect(codeIn("http://www.opengis.net/def/crs/EPSG/0/3794")).toBe("EPSG:3794");
  expect(codeIn("urn:ogc:def:crs:OGC:1.3:CRS84")).toBe("EPSG:4326");
});

test("a .prj of a local datum has no shift of its own, and lies where it belongs", () => {
  const prj = (name: string, datum: string, parameters: string) =>
    `PROJCS["${name}",GEOGCS["GCS",DATUM["${datum}",SPHEROID["Bessel_1841",6377397.155,299.1528128]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],${parameters},UNIT["Meter",1.0]]`;
  const slovenia =
    'PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",-5000000.0],PARAMETER["Central_Meridian",15.0],PARAMETER["Scale_Factor",0.9999],PARAMETER["Latitude_Of_Origin",0.0]';
  const at: [number, number] = [546_843.558, 95_267.203]; // by GDAL
  const place = [expect.closeTo(15.6, 5), expect.closeTo(46, 5)];
  expect(toLonLat(prj("MGI_1901_Slovene_National_Grid", "D_MGI_1901", slovenia))!(at)).toEqual(place);
  expect(toLonLat("EPSG:3912")!(at)).toEqual(place);
  expect(toLonLat("EPSG:28992")!([162_745.998, 445_741.725]), "by GDAL").toEqual([
    expect.closeTo(5.5, 5),
    expect.closeTo(52, 5),
  ]);
  expect(
    toLonLat(prj("Grid", "D_Nobody_Knows", slovenia)),
    "a datum without a known shift is asked for",
  ).toBeUndefined();
});

test("a grid that counts to the south and west is asked for", () => {
  const krovak = (scale: string) =>
    `PROJCS["S-JTSK_Krovak",GEOGCS["GCS_S_JTSK",DATUM["D_S_JTSK",SPHEROID["Bessel_1841",6377397.155,299.1528128]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Krovak"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Pseudo_Standard_Parallel_1",78.5],PARAMETER["Scale_Factor",0.9999],PARAMETER["Azimuth",30.2881397527778],PARAMETER["Longitude_Of_Center",24.8333333333333],PARAMETER["Latitude_Of_Center",49.5],PARAMETER["X_Scale",${scale}],PARAMETER["Y_Scale",1.0],PARAMETER["XY_Plane_Rotation",90.0],UNIT["Meter",1.0]]`;
  expect(toLonLat(krovak("1.0"))).toBeUndefined();
  expect(toLonLat(krovak("-1.0"))).toBeDefined();
});
