// Common parts of the tests of the map and of its layers.
import assert from "node:assert/strict";
import { idle, seen } from "./browser.mjs";

export const auth = { Authorization: "Bearer glebe-dev-token", "Content-Type": "application/json" };
export const SUMMER = "2026-06-30T10:00:31Z";
export const CLOUDED = "2026-03-02T10:00:31Z";

/** Changes the page and waits for the answer to a TileJSON request that began after the change, then for an idle map. */
export async function afterRequest(page, change, wanted = /tilejson\.json/) {
  const request = page.waitForRequest((one) => wanted.test(one.url()));
  await Promise.all([request.then((one) => one.response()), change()]);
  await idle(page);
}

/** The colours of the tiles of the API at the same points. */
export const served = (page, points, tile) =>
  page.evaluate(
    async ({ wanted, template, zoom, view, size }) => {
      const [lon, lat, level] = view;
      const world = 256 * 2 ** level;
      const mercator = (degrees) => Math.log(Math.tan(Math.PI / 4 + (degrees * Math.PI) / 360));
      const centre = { x: ((lon + 180) / 360) * world, y: (0.5 - mercator(lat) / (2 * Math.PI)) * world };
      const contexts = new Map();
      const colours = [];
      for (const { x, y } of wanted) {
        const shrink = 2 ** (zoom - level);
        const px = (centre.x + x - size.width / 2) * shrink;
        const py = (centre.y + y - size.height / 2) * shrink;
        const key = `${Math.floor(px / 256)}/${Math.floor(py / 256)}`;
        if (!contexts.has(key)) {
          const [column, row] = key.split("/");
          const url = template.replace("{z}", zoom).replace("{x}", column).replace("{y}", row);
          const bitmap = await createImageBitmap(await (await fetch(url)).blob());
          const context = new OffscreenCanvas(256, 256).getContext("2d", { willReadFrequently: true });
          context.drawImage(bitmap, 0, 0);
          contexts.set(key, context);
        }
        const at = (value) => Math.floor(((value % 256) + 256) % 256);
        const around = [];
        for (let dy = -1; dy <= 1; dy++)
          for (let dx = -1; dx <= 1; dx++) {
            const cx = Math.min(255, Math.max(0, at(px) + dx));
            const cy = Math.min(255, Math.max(0, at(py) + dy));
            around.push([...contexts.get(key).getImageData(cx, cy, 1, 1).data]);
          }
        colours.push(around);
      }
      return colours;
    },
    { wanted: points, ...tile },
  );

/** Compares canvas and tiles on a grid of points; a point counts when a pixel next to it has its colour. */
export async function comparePixels(page, tileTemplate, maxZoom) {
  const size = await page.evaluate(() => {
    const { clientWidth: width, clientHeight: height } = document.querySelector(".maplibregl-canvas");
    return { width, height };
  });
  const hash = new URLSearchParams(new URL(page.url()).hash.slice(1));
  const [lon, lat, level] = hash.get("view").split(",").map(Number);
  const zoom = Math.min(maxZoom, Math.round(level + 1)); // the map counts levels of 512 pixels
  const points = [];
  for (let x = 0.42; x <= 0.72; x += 0.03) for (let y = 0.15; y <= 0.72; y += 0.06) points.push({ x: Math.round(size.width * x), y: Math.round(size.height * y) });
  const shown = await seen(page, points);
  const where = { zoom, view: [lon, lat, level + 1], size };
  const tiles = await served(page, points, { template: tileTemplate, ...where });
  const other = tileTemplate.replace(/datetime=[^&]+/, `datetime=${encodeURIComponent(CLOUDED)}`).replace(/&v=\d+/, "");
  const others = await served(page, points, { template: other, ...where });
  const near = (a, b) => Math.max(...[0, 1, 2].map((i) => Math.abs(a[i] - b[i]))) <= 6;
  const matches = (all) => shown.filter((colour, i) => all[i].some((one) => one[3] === 255 && near(colour, one))).length;
  const same = matches(tiles);
  assert.ok(matches(others) < points.length / 2, "the comparison can tell one date from another");
  const colours = new Set(shown.map((colour) => colour.join()));
  console.log(`pixels: ${same} of ${points.length} as served, ${colours.size} colours`);
  assert.ok(same >= points.length * 0.9, `only ${same} of ${points.length} pixels are those of the tiles`);
  assert.ok(colours.size >= 10, "the map shows one flat colour");
}

export const canvasOf = (page) => page.locator(".map-page > .map .maplibregl-canvas").boundingBox();
export const spots = [{ x: 520, y: 300 }, { x: 620, y: 400 }, { x: 700, y: 480 }, { x: 760, y: 260 }];
