import { get, post } from "../api";
import { cube, type Look } from "../cubes";

// What is kept of a collection's looks: the pictures of its map style, and its described tilesets.

/** A look that somebody has put down; query holds the parameters of its tiles. */
export interface Saved {
  id: string;
  title: string;
  query: URLSearchParams;
}

interface StyleDocument {
  layers: { id: string; type: string; source?: string; metadata?: { title?: string } }[];
  sources: Record<string, { type: string; tiles?: string[] }>;
}

interface Tileset {
  id: string;
  title?: string;
  dataType?: string;
  links?: unknown;
  [parameter: string]: unknown;
}

/** The parameters that say how a picture looks; time is chosen at the slider. */
const LOOKS = ["layers", "style", "expression", "colormap_name", "rescale", "nodata", "resampling"];
const MAX_TILESETS = 100;

function lookOf(values: (name: string) => string | undefined): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of LOOKS) {
    const value = values(name);
    if (value) query.set(name, value);
  }
  return query;
}

/** Pictures of the style that are more than a layer as it is. */
function ofStyle({ layers, sources }: StyleDocument): Saved[] {
  return layers.flatMap(({ id, type, source, metadata }): Saved[] => {
    const tiles = type === "raster" && source ? sources[source]?.tiles?.[0] : undefined;
    if (!tiles?.includes("/tiles/")) return [];
    const said = new URLSearchParams(tiles.split("?")[1] ?? "");
    const query = lookOf((name) => said.getAll(name).join(",") || undefined);
    const plain = [...query.keys()].every((name) => name === "layers" || name === "style");
    return plain ? [] : [{ id: `style.${id}`, title: metadata?.title ?? id, query }];
  });
}

const idOf = ({ id }: Tileset) => `tileset.${id}`;

const ofTileset = (tileset: Tileset): Saved[] =>
  tileset.dataType === "vector"
    ? []
    : [{ id: idOf(tileset), title: tileset.title ?? tileset.id, query: lookOf((name) => tileset[name]?.toString()) }];

/** The saved looks of a collection, those of its style first. */
export async function savedLooks(id: string, signal?: AbortSignal): Promise<Saved[]> {
  const [style, { tilesets }] = await Promise.all([
    get<StyleDocument>(`${cube(id)}/style`, signal),
    get<{ tilesets: Tileset[] }>(`${cube(id)}/tilesets?limit=${MAX_TILESETS}`, signal),
  ]);
  return [...ofStyle(style), ...tilesets.flatMap(ofTileset)];
}

/** Keeps a look under a title, as a tileset; answers the id by which it is chosen. */
export const keep = (id: string, title: string, layer: string, { ramp, range }: Look) =>
  post<Tileset>(`${cube(id)}/tilesets`, {
    title,
    layers: [layer],
    ...(ramp ? { colormap_name: ramp } : {}),
    ...(range ? { rescale: range.split(",").map(Number) } : {}),
  }).then((made) => idOf(made));
