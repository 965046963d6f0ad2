import * as maplibregl from "maplibre-gl";
import type { Basemap } from "../session";

// The base map of the setting GLEBE_BASEMAP, below everything else.

let registered = false;

/** Teaches the map library to read PMTiles archives; the code for it is loaded with the first one. */
async function registerArchives(): Promise<void> {
  if (registered) return;
  const { Protocol } = await import("pmtiles");
  maplibregl.addProtocol("pmtiles", new Protocol().tile);
  registered = true;
}

/** Adds the tiles below a layer. */
export async function addBasemap(map: maplibregl.Map, { address, archive, attribution }: Basemap, below: string) {
  if (archive) await registerArchives();
  const from = archive
    ? { url: `pmtiles://${new URL(address, location.href).href}` }
    : { tiles: [address], maxzoom: 19 };
  map.addSource("basemap", {
    type: "raster",
    tileSize: 256,
    ...(attribution ? { attribution: escaped(attribution) } : {}),
    ...from,
  });
  map.addLayer({ id: "basemap", type: "raster", source: "basemap", paint: { "raster-fade-duration": 0 } }, below);
}

/** The map library shows attributions as HTML; the words of a setting are text. */
const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (char) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[char] ?? "");
