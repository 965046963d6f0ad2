import { defineConfig } from "vite";

// The console is served at /console/ from the platform's own jar; `npm run dev` talks to a running platform.
export default defineConfig({
  base: "/console/",
  build: {
    outDir: process.env.CONSOLE_OUT ?? "dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1600,
  },
  server: {
    proxy: Object.fromEntries(
      ["/api", "/v1", "/sta", "/console/session", "/dev/identity"].map((path) => [path, "http://localhost:8080"]),
    ),
  },
});
