import { unwrap } from "glebe-client";
import type { StyleDocument, Tileset } from "../api/bodies";
import { glebe } from "../api/client";
import { COLLECTION, type Look, rendering } from "../api/cubes";

// Saved looks of a collection: the raster layers of its map style, and its tilesets.

/** A saved look; query holds the parameters of its tiles. */
export interface SavedLook {
  id: string;
  title: string;
  query: URLSearchParams;
}

/** The parameters that decide the colours of a rendering; the time is chosen at the slider. */
const LOOKS = ["layers", "style", "expression", "colormap_name", "rescale", "nodata", "resampling"];
const MAX_TILESETS = 100;

function lookOf(valueOf: (name: string) => string | undefined): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of LOOKS) {
    const value = valueOf(name);
    if (value) query.set(name, value);
  }
  return query;
}

/** Layers of the style that differ from a plain layer of the collection. */
export function looksOfStyle({ layers, sources }: StyleDocument): SavedLook[] {
  return layers.flatMap(({ id, type, source, metadata }): SavedLook[] => {
    const tiles = type === "raster" && source ? sources?.[source]?.tiles?.[0] : undefined;
    if (!tiles?.includes("/tiles/")) return [];
    const parameters = new URLSearchParams(tiles.split("?")[1] ?? "");
    const query = lookOf((name) => parameters.getAll(name).join(",") || undefined);
    const plain = [...query.keys()].every((name) => name === "layers" || name === "style");
    return plain ? [] : [{ id: `style.${id}`, title: textOf(metadata?.["title"]) ?? id, query }];
  });
}

const idOf = ({ id }: Tileset) => `tileset.${id}`;

const looksOfTileset = (tileset: Tileset): SavedLook[] =>
  tileset.dataType === "vector"
    ? []
    : [{ id: idOf(tileset), title: tileset.title ?? tileset.id, query: lookOf((name) => textOf(tileset[name])) }];

const textOf = (value: unknown): string | undefined =>
  Array.isArray(value)
    ? value.join(",")
    : typeof value === "string" || typeof value === "number"
      ? `${value}`
      : undefined;

/** The saved looks of a collection, those of its style first. */
export async function savedLooks(id: string, signal: AbortSignal): Promise<SavedLook[]> {
  const params = { path: { collectionId: id } };
  const [style, { tilesets }] = await Promise.all([
    glebe.GET(`${COLLECTION}/style`, { params, signal }).then(unwrap),
    glebe.GET(`${COLLECTION}/tilesets`, { params: { ...params, query: { limit: MAX_TILESETS } }, signal }).then(unwrap),
  ]);
  return [...looksOfStyle(style), ...tilesets.flatMap(looksOfTileset)];
}

/** Saves a look under a title, as a tileset; returns the id by which it is chosen. */
export const saveLook = (id: string, title: string, layer: string, look: Look) =>
  glebe
    .POST(`${COLLECTION}/tilesets`, {
      params: { path: { collectionId: id } },
      body: { title, ...rendering(layer, { ...look, saved: "" }) },
    })
    .then((answer) => idOf(unwrap(answer)));
