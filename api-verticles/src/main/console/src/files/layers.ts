// What files with shapes contain, whatever their format.

/** A feature as it is in a file, in the file's own coordinates. */
export interface RawFeature {
  geometry: GeoJSON.Geometry | null;
  properties: Record<string, unknown>;
  /** why the feature cannot be read */
  fault?: string;
}

/** A layer of a file. */
export interface RawLayer {
  name: string;
  /** an authority's code, well-known text or a definition of proj; empty when the file does not say it */
  crs: string;
  features: RawFeature[];
}

/** A file that cannot be read at all; the message is for people. */
export class UnreadableFile extends Error {}

/** A feature of a farm as it goes into a file. */
export interface ExportedFeature {
  name: string;
  geometry: GeoJSON.Polygon | GeoJSON.MultiPolygon;
  properties: Record<string, string | number>;
}

/** A name without the folder and the ending. */
export const baseName = (path: string): string => path.replace(/^.*\//, "").replace(/\.[^.]*$/, "");
export const endingOf = (path: string): string => /\.([^./]+)$/.exec(path.toLowerCase())?.[1] ?? "";
