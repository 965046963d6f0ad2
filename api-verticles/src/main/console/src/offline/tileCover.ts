// Which tiles cover a box, in the tile matrix set WebMercatorQuad.

type Box = [west: number, south: number, east: number, north: number];

const MAX_LATITUDE = 85.05;

const column = (lon: number, zoom: number): number => Math.floor(((lon + 180) / 360) * 2 ** zoom);

function row(lat: number, zoom: number): number {
  const radians = (Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, lat)) * Math.PI) / 180;
  return Math.floor(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * 2 ** zoom);
}

/** The addresses of the tiles of one zoom that cover a box, by a template with {z}, {x} and {y}. */
function addressesAt(template: string, [west, south, east, north]: Box, zoom: number): string[] {
  const count = 2 ** zoom;
  const found: string[] = [];
  for (let x = column(west, zoom); x <= column(east, zoom); x++)
    for (let y = row(north, zoom); y <= row(south, zoom); y++) {
      const values: Record<string, number> = { z: zoom, x: ((x % count) + count) % count, y };
      found.push(template.replace(/\{([zxy])\}/g, (_, name: string) => String(values[name])));
    }
  return found;
}

/** The addresses of the tiles that cover a box, from the widest zoom on, as long as they are not too many. */
export function tileCover(template: string, box: Box, minzoom: number, maxzoom: number, most: number): string[] {
  const all: string[] = [];
  for (let zoom = minzoom; zoom <= maxzoom; zoom++) {
    const next = addressesAt(template, box, zoom);
    if (all.length + next.length > most) break;
    all.push(...next);
  }
  return all;
}
