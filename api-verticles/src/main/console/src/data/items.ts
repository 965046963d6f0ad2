import { nextLink, unwrap } from "glebe-client";
import type { Facets, Item } from "../api/bodies";
import { glebe } from "../api/client";
import { COLLECTION } from "../api/cubes";
import { uploading } from "../api/upload";

// Features of a collection, as the table shows them.

export interface ItemPage {
  features: Item[];
  facets: Facets;
  /** the cursor of the next page; empty on the last one */
  next: string;
}

export interface Column {
  name: string;
  type: string | undefined;
}

const PAGE = 25;
const at = (id: string) => ({ path: { collectionId: id } });
const MAX_FACETS = 5;

/** The properties by which features can be sorted. */
export const columns = (id: string, signal: AbortSignal): Promise<Column[]> =>
  glebe
    .GET(`${COLLECTION}/sortables`, { params: at(id), signal })
    .then((answer) => Object.entries(unwrap(answer).properties).map(([name, { type }]) => ({ name, type })));

export interface ItemQuery {
  filter: string;
  sort: string;
  after: string;
  facets: string[];
}

export async function items(id: string, query: ItemQuery, signal: AbortSignal): Promise<ItemPage> {
  const { filter, sort, after, facets } = query;
  const parameters = {
    limit: PAGE,
    ...(filter ? { filter, "filter-lang": "cql2-text" as const } : {}),
    sortby: sort ? [sort] : [],
    next: after || undefined,
    facetby: facets,
  };
  const page = unwrap(await glebe.GET(`${COLLECTION}/items`, { params: { ...at(id), query: parameters }, signal }));
  const next = nextLink(page)?.split("?")[1];
  return {
    features: page.features,
    facets: page.facets ?? {},
    next: new URLSearchParams(next).get("next") ?? "",
  };
}

export const itemOf = (id: string, featureId: string, signal: AbortSignal) =>
  glebe
    .GET(`${COLLECTION}/items/{featureId}`, { params: { path: { collectionId: id, featureId } }, signal })
    .then(unwrap);

const LINES = /\.(ndjson|geojsonl|jsonl|geojsons)$/i;

/** Stores the features of a GeoJSON file, all or none; features with an existing id are replaced. */
export const sendFeatures = (id: string, file: File, progress: (share: number) => void) => {
  const type = LINES.test(file.name) ? "application/x-ndjson" : "application/geo+json";
  const body = new Blob([file], { type });
  const options = { params: at(id), headers: { "Content-Type": type }, body, ...uploading(body, progress) };
  return glebe.POST(`${COLLECTION}/items`, options).then(unwrap);
};

const USUAL_FACETS = ["status", "crop", "district", "village", "farmer", "state", "kind", "type", "category", "class"];
const UNIQUE = /(^|_)(id|name|title|number|datetime|description)$|[a-z](Id|Name|Number)$/;

/** The properties with counted values: texts that name no single feature, the usual ones first. */
export const facetProperties = (all: Column[]): string[] => {
  const texts = all.filter(({ name, type }) => type === "string" && !UNIQUE.test(name)).map(({ name }) => name);
  const usual = USUAL_FACETS.filter((name) => texts.includes(name));
  return [...usual, ...texts.filter((name) => !usual.includes(name))].slice(0, MAX_FACETS);
};

/** The facets that group features: those in which a value occurs more than once, or there is only one value. */
export const groupingFacets = (facets: Facets): [string, Facets[string]][] =>
  Object.entries(facets).filter(([, values]) => values.some(({ count }) => count > 1) || values.length === 1);

/** `name = 'value'` in CQL2, quoted where needed. */
export const comparison = (name: string, value: unknown): string => {
  const property = /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
  return `${property} = ${typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value)}`;
};

const AND = " AND ";

/** The filter with a comparison added, or removed when the filter contains it already. */
export function toggled(filter: string, one: string): string {
  if (!filter.trim()) return one;
  const parts = filter.split(AND);
  if (parts.includes(one)) return parts.filter((part) => part !== one).join(AND);
  return /\bor\b/i.test(filter) ? `(${filter})${AND}${one}` : filter + AND + one;
}

export const contains = (filter: string, one: string) => filter.split(AND).includes(one);
