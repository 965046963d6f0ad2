import type { Grid, NewLayer } from "../api/bodies";

// Values of inputs and the bodies made from them.

/** A grid as text in inputs. */
export interface GridText {
  crs: string;
  west: string;
  south: string;
  east: string;
  north: string;
  width: string;
  height: string;
}

export const NO_GRID: GridText = { crs: "EPSG:4326", west: "", south: "", east: "", north: "", width: "", height: "" };

export const gridOf = ({ crs, west, south, east, north, width, height }: GridText): Grid => ({
  crs: crs.trim(),
  bbox: [Number(west), Number(south), Number(east), Number(north)],
  width: Number(width),
  height: Number(height),
});

export const gridTextOf = ({ crs, bbox, width, height }: Grid): GridText => {
  const [west, south, east, north] = bbox.map(String) as [string, string, string, string];
  return { crs, west, south, east, north, width: String(width), height: String(height) };
};

/** What a number of a layer of classes means, and its colour. */
export interface ClassText {
  value: string;
  name: string;
  color: string;
}

/** A new layer as text in inputs. */
export const NO_LAYER = {
  classes: [] as ClassText[],
  name: "",
  dtype: "float32",
  unit: "",
  nodata: "",
  scale: "",
  offset: "",
  low: "",
  high: "",
  categorical: false,
};

/** The body that creates a layer. */
export const layerOf = (text: typeof NO_LAYER): NewLayer => ({
  name: text.name,
  dtype: text.dtype,
  unit: text.unit || undefined,
  categorical: text.categorical || undefined,
  classes: text.categorical ? text.classes.map((one) => ({ ...one, value: numberIn(one.value) ?? NaN })) : undefined,
  nodata: nodataIn(text.nodata),
  scale: numberIn(text.scale),
  offset: numberIn(text.offset),
  range: text.low || text.high ? [numberIn(text.low) ?? NaN, numberIn(text.high) ?? NaN] : undefined,
});

/** A text that is no number is sent as it is: the platform says what is wrong with it. */
const nodataIn = (text: string) => {
  if (!text.trim()) return undefined;
  return text.trim().toLowerCase() === "nan" ? "NaN" : ((numberIn(text) ?? text) as number);
};

const MAX_ID = 64;

/** An id from the letters and digits of a title. */
export const idOf = (title: string): string =>
  title
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, MAX_ID);

/** A number from an input; nothing when the text is no number. */
export const numberIn = (text: string): number | undefined =>
  text.trim() === "" || Number.isNaN(Number(text)) ? undefined : Number(text);
