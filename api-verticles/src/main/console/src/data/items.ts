import { get, send } from "../api";
import { cube, type Facets, nextOf } from "../cubes";

// Features of a collection, as a table needs them.

export type Item = GeoJSON.Feature<GeoJSON.Geometry | null, Record<string, unknown>> & { id: string };

export interface ItemPage {
  features: Item[];
  facets: Facets;
  /** the cursor of the page behind this one; empty on the last one */
  next: string;
}

export interface Column {
  name: string;
  type: string | undefined;
}

const PAGE = 25;
const MAX_FACETS = 5;
const word = encodeURIComponent;

/** The properties by which features can be sorted. */
export const columns = (id: string, signal: AbortSignal): Promise<Column[]> =>
  get<{ properties: Record<string, { type?: string }> }>(`${cube(id)}/sortables`, signal).then(({ properties }) =>
    Object.entries(properties).map(([name, { type }]) => ({ name, type })),
  );

export interface ItemQuery {
  filter: string;
  sort: string;
  after: string;
  facets: string[];
}

export async function items(id: string, { filter, sort, after, facets }: ItemQuery, signal: AbortSignal): Promise<ItemPage> {
  const query = [
    `limit=${PAGE}`,
    filter && `filter=${word(filter)}&filter-lang=cql2-text`,
    sort && `sortby=${word(sort)}`,
    after && `next=${word(after)}`,
    facets.length > 0 && `facetby=${facets.map(word).join(",")}`,
  ];
  const page = await get<{ features: Item[]; facets?: Facets; links: { rel: string; href: string }[] }>(
    `${cube(id)}/items?${query.filter(Boolean).join("&")}`,
    signal,
  );
  const next = nextOf(page);
  return { features: page.features, facets: page.facets ?? {}, next: next ? (new URLSearchParams(next.split("?")[1]).get("next") ?? "") : "" };
}

export const itemOf = (id: string, item: string, signal: AbortSignal) => get<Item>(`${cube(id)}/items/${word(item)}`, signal);

const LINES = /\.(ndjson|geojsonl|jsonl|geojsons)$/i;

/** Puts the features of a GeoJSON file in, all or none; those whose id is there already are replaced. */
export const load = (id: string, file: File, progress: (share: number) => void) =>
  send<{ inserted?: number; replaced?: number }>(
    `${cube(id)}/items`,
    new Blob([file], { type: LINES.test(file.name) ? "application/x-ndjson" : "application/geo+json" }),
    progress,
  );

const CHOICES = ["status", "crop", "district", "village", "farmer", "state", "kind", "type", "category", "class"];
const UNIQUE = /(^|_)(id|name|title|number|datetime|description)$|[a-z](Id|Name|Number)$/;

/** The properties whose values are counted: texts, first those that usually have few values, none that names a feature. */
export const counted = (all: Column[]): string[] => {
  const texts = all.filter(({ name, type }) => type === "string" && !UNIQUE.test(name)).map(({ name }) => name);
  const known = CHOICES.filter((name) => texts.includes(name));
  return [...known, ...texts.filter((name) => !known.includes(name))].slice(0, MAX_FACETS);
};

/** Without those of which every feature has another value. */
export const telling = (facets: Facets): [string, Facets[string]][] =>
  Object.entries(facets).filter(([, values]) => values.some(({ count }) => count > 1) || values.length === 1);

/** `name = 'value'` in CQL2, quoted where needed. */
export const comparison = (name: string, value: unknown): string => {
  const property = /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
  return `${property} = ${typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value)}`;
};

const AND = " AND ";

/** The filter with a comparison put in, or taken out when it has it already. */
export function toggled(filter: string, one: string): string {
  if (!filter.trim()) return one;
  const parts = filter.split(AND);
  if (parts.includes(one)) return parts.filter((part) => part !== one).join(AND);
  return /\bor\b/i.test(filter) ? `(${filter})${AND}${one}` : filter + AND + one;
}

export const isSet = (filter: string, one: string) => filter.split(AND).includes(one);
