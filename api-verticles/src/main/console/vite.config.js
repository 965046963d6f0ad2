import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { transformWithOxc } from "vite";
import { defineConfig } from "vitest/config";

/**
 * Compressed sizes in kB that a browser may have to load: before the first page, for one more page, for all code without the
 * map library and the languages, for the map library, for the texts of all languages, for data, and for the service worker.
 */
const LIMITS = { first: 30, page: 30, code: 250, map: 480, texts: 60, data: 310, worker: 3 };

function kindOf(name) {
  if (name.endsWith(".json")) return "data";
  if (name === "sw.js") return "worker";
  if (/\/(de|sl)-[^/]*\.js$/.test(name)) return "texts";
  return name.includes("maplibre") ? "map" : "code";
}

/** Fails the build when a file is larger than its limit. */
const sizeLimits = {
  name: "size-limits",
  generateBundle(_, bundle) {
    const all = { code: 0, map: 0, texts: 0, data: 0, worker: 0 };
    const check = (what, size, limit) => {
      if (limit && size > limit) this.error(`${what} has ${Math.round(size)} kB compressed, more than ${limit}`);
    };
    for (const file of Object.values(bundle)) {
      const size = gzipSync(file.type === "chunk" ? file.code : file.source).length / 1000;
      all[kindOf(file.fileName)] += size;
      const limit =
        file.type !== "chunk" ? undefined : file.isEntry ? LIMITS.first : file.isDynamicEntry ? LIMITS.page : undefined;
      check(file.fileName, size, limit);
    }
    for (const [kind, size] of Object.entries(all)) check(`the console's ${kind}`, size, LIMITS[kind]);
  },
};

/** Writes the service worker with the names of all files of the build, so that another build is another worker. */
const serviceWorker = {
  name: "service-worker",
  enforce: "post",
  async generateBundle(_, bundle) {
    const source = fileURLToPath(new URL("src/offline/serviceWorker.ts", import.meta.url));
    const { code } = await transformWithOxc(await readFile(source, "utf8"), source);
    const files = Object.keys(bundle).filter((name) => name !== "index.html");
    const digest = createHash("sha256").update(JSON.stringify(files)).update(bundle["index.html"].source).update(code);
    const whole = code
      .replaceAll("__FILES__", JSON.stringify(files.sort()))
      .replaceAll("__ENTRY__", JSON.stringify(files.find((name) => bundle[name].isEntry)))
      .replaceAll("__BUILD__", JSON.stringify(digest.digest("hex").slice(0, 16)));
    this.emitFile({ type: "asset", fileName: "sw.js", source: whole });
  },
};

/** Changes the code of a library; it fails when a new version of it is not what the change was made for. */
const lessOf = (code, part, other) => {
  const less = code.replace(part, other);
  if (less === code) throw new Error(`no ${part} in a library`);
  return less;
};

const RARE =
  /\/projections\/(aeqd|cea|eqdc|gnom|mill|sinu|eck6|moll|vandg|ortho|qsc|robin|geocent|tpers|geos|eqearth|bonne|ob_tran|nzmg|cass)$/;

/** What stands for modules of proj4 that files of fields do not need. */
const NOTHING = {
  "\0projection": "export default { names: [] };",
  "\0mgrs": "export const forward = 0; export const toPoint = 0; export default 0;",
  // grids would have to be files of the console; "@null", which Web Mercator has, is no grid
  "\0grids": `export default 0; export const getNadgrids = (names) =>
    names === undefined ? null : [{ name: "null", mandatory: false, grid: null, isNull: true }];`,
  // .prj files and GeoPackages describe their systems in the first form of WKT
  "\0wkt2": `const refused = () => { throw new Error("WKT 2"); };
    export { refused as buildPROJJSON, refused as transformPROJJSON };`,
};

/** Datums by codes such as EPSG_4191, which are in no file: systems of files have names, or parameters of their own. */
const CODED_DATUMS = /^ {2}(EPSG|ESRI|IGNF)_\w+: \{[^}]*\},?\n/gm;
/** What ellipsoids and datums are called in sentences. */
const NAMES = /,?\s*(ellipse|datum)Name: ('[^']*'|"[^"]*")/g;

/** Leaves out projections of the whole world, of views from space and of systems of the past, and other unused parts. */
const fewerProjections = {
  name: "fewer-projections",
  enforce: "pre",
  resolveId(source, importer = "") {
    if (importer.includes("/wkt-parser/")) return /PROJJSON\.js$/.test(source) ? "\0wkt2" : undefined;
    if (!importer.includes("/proj4/")) return undefined;
    if (source === "mgrs") return "\0mgrs";
    if (source === "./nadgrid") return "\0grids";
    return RARE.test(source) ? "\0projection" : undefined;
  },
  load: (id) => NOTHING[id],
  transform(code, id) {
    if (id.endsWith("/proj4/lib/constants/Ellipsoid.js")) return lessOf(code, NAMES, "");
    if (id.endsWith("/proj4/lib/constants/Datum.js")) return lessOf(lessOf(code, CODED_DATUMS, ""), NAMES, "");
    return undefined;
  },
};

/** Modules of the console in place of libraries of which browsers have the main part by now. */
const INSTEAD = {
  "bignumber.js": fileURLToPath(new URL("src/shapes/decimal.ts", import.meta.url)),
  fflate: fileURLToPath(new URL("src/files/noInflate.ts", import.meta.url)),
};

/** Lines from a point in a direction; lengths and areas between points do not need them. */
const GEODESIC_LINES = /\(function\(g,l,m\)\{.*?\}\)\(geodesic\.Geodesic,geodesic\.GeodesicLine,geodesic\.Math\);/s;

/** The overlay of polygons computes with the browser's long integers, PMTiles archives are unpacked by the browser. */
const insteadOfLibraries = {
  name: "instead-of-libraries",
  enforce: "pre",
  resolveId: (source, importer = "") => (/\/(polyclip-ts|pmtiles)\//.test(importer) ? INSTEAD[source] : undefined),
  transform(code, id) {
    if (id.includes("geographiclib-geodesic.min.js")) return lessOf(code, GEODESIC_LINES, "");
    // PMTiles gives its functions their names by calls, which would keep those that nothing uses
    if (id.includes("/pmtiles/"))
      return lessOf(code, /(?<=var \w+=)(?=\(\w,\w\)=>\w+\(\w,"name")/, "/* @__NO_SIDE_EFFECTS__ */");
    return undefined;
  },
};

const PARTS = "(change|confirm|field|loaded|opened|reasons|removal|saveFile|secretOnce|sheet|waiting)";
const OF_MAPS = "farm/farmMap|map/(?!choices|cubeState|saved)|maps/(?!geometry)|search/";
/** Modules of pages with forms and lists, and of pages with maps and charts. */
const FORMS = new RegExp(
  `src/(?!${OF_MAPS}|alarms/openAlarms)((admin|alarms|data|devices|farm|map|maps|records|registry|sensors|tasks)/|parts/${PARTS}[.]|(api/cubes|api/fields|dates|form|loading|offline/(tileCover|waiting)|select)[.])`,
);
const MAPS = new RegExp(`src/(${OF_MAPS})`);

// The console is served at /console/ from the platform's own jar; `npm run dev` talks to a running platform.
export default defineConfig({
  base: "/console/",
  plugins: [fewerProjections, insteadOfLibraries, sizeLimits, serviceWorker],
  resolve: {
    alias: {
      "glebe-client": fileURLToPath(new URL("../../../../clients/typescript/src/index.ts", import.meta.url)),
      "openapi-fetch": fileURLToPath(new URL("node_modules/openapi-fetch", import.meta.url)),
    },
  },
  build: {
    outDir: process.env.CONSOLE_OUT ?? "dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1600,
    modulePreload: { polyfill: false }, // browsers with module workers have it
    // libraries of one use, loaded with the first page or file that needs them
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: "maplibre", test: /node_modules\/(maplibre-gl|@maplibre)/ },
            { name: "geometry", test: /node_modules\/(geographiclib|polyclip|splaytree)|shapes\/decimal/ },
            // small modules of several pages, without those of the first load, compress better together
            {
              name: "units",
              test: /src\/(units|words|latest|shapes\/antimeridian|texts\/(texts|locale)|records\/.*[.]ts$)/,
              minShareCount: 2,
            },
            { name: "forms", test: FORMS, minShareCount: 2 },
            { name: "maps", test: MAPS, minShareCount: 2 },
            { name: "charts", test: /src\/charts\/|uplot.*css/, minShareCount: 2 },
            { name: "files", test: /src\/files\/(?!formats|systems|layers|noInflate)|node_modules\/@tmcw/ },
            { name: "projections", test: /node_modules\/(proj4|mgrs|wkt-parser)/ },
          ],
        },
      },
    },
  },
  // no test changes what another one uses; libraries get the same modules as in the build
  test: { pool: "threads", isolate: false, server: { deps: { inline: ["polyclip-ts", "geographiclib-geodesic"] } } },
  server: {
    proxy: Object.fromEntries(
      ["/api", "/v1", "/sta", "/console/session", "/dev/identity"].map((path) => [path, "http://localhost:8080"]),
    ),
  },
});
