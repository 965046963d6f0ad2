import type { ExpressionSpecification } from "maplibre-gl";
import type { Facets } from "../api/bodies";

/** Colours that most people can tell apart, also with colour blindness (Okabe and Ito). */
const PALETTE = ["#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9", "#f0e442"];
const OTHER = "#8a8f8c";

/** The values of a property with their colours, the most frequent first; the rest is grey. */
export const swatches = (facets: Facets, property: string) =>
  (facets[property] ?? [])
    .slice(0, PALETTE.length)
    .map(({ value, count }, index) => ({ value, count, colour: PALETTE[index]! }));

/** The fill colour of an overlay by the values of a property. */
export function fillBy(facets: Facets, property: string): ExpressionSpecification | string {
  const all = swatches(facets, property);
  if (all.length === 0) return PALETTE[0]!;
  const cases = all.flatMap(({ value, colour }) => [value, colour]);
  return ["match", ["to-string", ["get", property]], ...cases, OTHER] as unknown as ExpressionSpecification;
}

/** name=value;name=value as pairs. */
export const pairs = (filter: string): [string, string][] =>
  filter
    .split(";")
    .filter((one) => one.includes("="))
    .map((one) => [one.slice(0, one.indexOf("=")), one.slice(one.indexOf("=") + 1)]);

/** The filter with another value of one property; an empty value removes the property. */
export const withValue = (filter: string, name: string, value: string): string => {
  const others = pairs(filter).filter(([one]) => one !== name);
  return [...others, ...(value ? [[name, value]] : [])].map(([one, text]) => `${one}=${text}`).join(";");
};

/** The address of tiles with a filter as query parameters. */
export const filteredTiles = (address: string, filter: string): string =>
  pairs(filter).reduce(
    (so, [name, value]) =>
      `${so}${so.includes("?") ? "&" : "?"}${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
    address,
  );
