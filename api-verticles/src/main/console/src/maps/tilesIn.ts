import type { Map as MapLibre } from "maplibre-gl";
import type { TileJson } from "../api/bodies";
import { tileCover } from "../offline/tileCover";
import { boundsOf } from "./geometry";

/** More tiles than a large screen shows are not worth waiting for. */
const MOST = 120;

/** The addresses of the tiles of 256 pixels that a view shows of a tileset; none where they are too many. */
export function tilesIn(map: Pick<MapLibre, "getBounds" | "getZoom">, of: TileJson): string[] {
  const zoom = Math.min(of.maxzoom, Math.round(map.getZoom() + 1)); // the map counts levels of 512 pixels
  const template = of.tiles[0];
  if (zoom < of.minzoom || template === undefined) return [];
  const view = map.getBounds();
  const [west, south, east, north] = boundsOf(of);
  return tileCover(
    template,
    [
      Math.max(west, view.getWest()),
      Math.max(south, view.getSouth()),
      Math.min(east, view.getEast()),
      Math.min(north, view.getNorth()),
    ],
    zoom,
    zoom,
    MOST,
  );
}
