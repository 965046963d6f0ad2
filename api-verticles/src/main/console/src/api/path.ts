import type { paths } from "./schema";

// Paths and parameters of the APIs, checked against the contract that the platform publishes (schema.ts).

export type Method = "get" | "post" | "delete";

/** Path templates of the contract that have this method. */
export type Template<M extends Method = Method> = {
  [P in keyof paths]: paths[P] extends { [N in M]: { responses: unknown } } ? P : never;
}[keyof paths];

type Operation<P extends keyof paths> = Extract<paths[P][keyof paths[P]], { responses: unknown }>;
type Declared<P extends keyof paths> =
  Operation<P> extends infer O ? (O extends { parameters: infer D } ? D : never) : never;
type Names<D, In extends string> = D extends { [N in In]?: infer V } ? keyof NonNullable<V> : never;

type Value = string | number | undefined;
/** Parameters of an operation: those in the path are required, those in the query are not. */
export type Parameters<P extends keyof paths> = { [N in Names<Declared<P>, "path">]: Value } & {
  [N in Names<Declared<P>, "query">]?: Value;
};

const encoded = (value: string | number) =>
  encodeURIComponent(value).replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%2F", "/");

/** A path with its parameters; those that are not in the template become the query. Empty ones are left out. */
export function path<P extends keyof paths>(template: P, parameters: Parameters<P>): string {
  let filled: string = template;
  const query: string[] = [];
  const values: Record<string, Value> = parameters;
  for (const [name, value] of Object.entries(values)) {
    if (filled.includes(`{${name}}`)) filled = filled.replace(`{${name}}`, segment(name, value ?? ""));
    else if (value !== undefined && value !== "") query.push(`${name}=${encoded(value)}`);
  }
  return query.length === 0 ? filled : `${filled}?${query.join("&")}`;
}

/** A parameter named "path" holds several segments. */
const segment = (name: string, value: string | number) =>
  name === "path" ? encoded(value) : encodeURIComponent(value);

/** The path and query of an absolute or relative link. */
export function pathOf(link: string): string {
  const url = new URL(link, "http://any/");
  return url.pathname + url.search;
}

/** The path of the page after one, if there is one. */
export function nextOf(page: { links: { rel: string; href: string }[] }): string | undefined {
  const link = page.links.find(({ rel }) => rel === "next");
  return link && pathOf(link.href);
}
