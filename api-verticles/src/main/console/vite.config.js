import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { defineConfig } from "vitest/config";

/** Compressed sizes in kB that a browser may have to load: before the first page, for one more page, and for all. */
const LIMITS = { first: 30, page: 30, all: 600 };

/** Fails the build when a file is larger than its limit. */
const sizeLimits = {
  name: "size-limits",
  generateBundle(_, bundle) {
    let all = 0;
    for (const file of Object.values(bundle)) {
      const size = gzipSync(file.type === "chunk" ? file.code : file.source).length / 1000;
      all += size;
      const limit =
        file.type !== "chunk" ? undefined : file.isEntry ? LIMITS.first : file.isDynamicEntry ? LIMITS.page : undefined;
      if (limit && size > limit)
        this.error(`${file.fileName} has ${Math.round(size)} kB compressed, more than ${limit}`);
    }
    if (all > LIMITS.all) this.error(`the console has ${Math.round(all)} kB compressed, more than ${LIMITS.all}`);
  },
};

// The console is served at /console/ from the platform's own jar; `npm run dev` talks to a running platform.
export default defineConfig({
  base: "/console/",
  plugins: [sizeLimits],
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
  },
  test: { pool: "threads", isolate: false }, // no test changes what another one uses
  server: {
    proxy: Object.fromEntries(
      ["/api", "/v1", "/sta", "/console/session", "/dev/identity"].map((path) => [path, "http://localhost:8080"]),
    ),
  },
});
