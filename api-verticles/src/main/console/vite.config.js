import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { defineConfig } from "vitest/config";

/**
 * Compressed sizes in kB that a browser may have to load: before the first page, for one more page, for all code without the
 * map library and the languages, for the map library, for the texts of all languages, and for data.
 */
const LIMITS = { first: 30, page: 30, code: 250, map: 480, texts: 60, data: 250 };

function kindOf(name) {
  if (name.endsWith(".json")) return "data";
  if (/\/(de|sl)-[^/]*\.js$/.test(name)) return "texts";
  return name.includes("maplibre") ? "map" : "code";
}

/** Fails the build when a file is larger than its limit. */
const sizeLimits = {
  name: "size-limits",
  generateBundle(_, bundle) {
    const all = { code: 0, map: 0, texts: 0, data: 0 };
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

const RARE =
  /\/projections\/(aeqd|cea|eqdc|gnom|mill|sinu|eck6|moll|vandg|ortho|qsc|robin|geocent|tpers|geos|eqearth|bonne|ob_tran)$/;
const NOTHING = "\0nothing";

/** Leaves out projections of maps of the whole world and of views from space, which files of fields do not have. */
const fewerProjections = {
  name: "fewer-projections",
  enforce: "pre",
  resolveId: (source, importer = "") =>
    importer.includes("/proj4/") && (source === "mgrs" || RARE.test(source)) ? NOTHING : undefined,
  load: (id) =>
    id === NOTHING ? "export default { names: [] }; export const forward = 0; export const toPoint = 0;" : undefined,
};

// The console is served at /console/ from the platform's own jar; `npm run dev` talks to a running platform.
export default defineConfig({
  base: "/console/",
  plugins: [fewerProjections, sizeLimits],
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
    // libraries of one use, loaded with the first page or file that needs them
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "maplibre", test: /node_modules\/(maplibre-gl|@maplibre)/ },
            { name: "geometry", test: /node_modules\/(geographiclib|polyclip|bignumber|splaytree)/ },
            { name: "projections", test: /node_modules\/(proj4|mgrs|wkt-parser)/ },
          ],
        },
      },
    },
  },
  test: { pool: "threads", isolate: false }, // no test changes what another one uses
  server: {
    proxy: Object.fromEntries(
      ["/api", "/v1", "/sta", "/console/session", "/dev/identity"].map((path) => [path, "http://localhost:8080"]),
    ),
  },
});
