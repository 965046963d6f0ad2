// Types of the APIs that the console uses, generated from the OpenAPI documents that the platform publishes.
//   node types.mjs [BASE]          reads the documents of a running platform, writes src/api/openapi.json and schema.ts
//   node types.mjs --generated     fails when schema.ts does not belong to openapi.json
//   node types.mjs --check BASE    fails when the platform publishes something else than src/api/openapi.json
// Only the operations listed here are kept, so that a change elsewhere in the APIs does not touch the console.
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const DOCUMENTS = ["/v1/openapi.json", "/api/v2/openapi.json", "/sta/v1.1/openapi.json"];
const COLLECTION = "/api/v2/collections/{collectionId}";

/** Path templates with the methods that the console calls. */
const OPERATIONS = {
  "/v1/farms": ["get"],
  "/v1/fields": ["get"],
  "/v1/regions": ["get"],
  "/v1/users": ["get"],
  "/v1/users/{userId}/tokens": ["get"],
  "/v1/users/{userId}/tokens/{tokenId}": ["delete"],
  "/v1/features/collections/{collectionId}/items": ["get"],
  "/v1/farms/{farmId}/fields/{fieldId}/actions": ["get"],
  "/v1/farms/{farmId}/fields/{fieldId}/records": ["get", "post"],
  "/v1/regions/{regionId}/actions": ["get"],
  "/v1/regions/{regionId}/records": ["get", "post"],
  "/v1/regions/{regionId}/cultivation-periods": ["get"],
  "/v1/records/types": ["get"],
  "/v1/records/{recordId}/attachments": ["post"],
  "/v1/attachments/stream/{attachmentId}": ["get"],
  "/v1/attachments/download/{attachmentId}": ["get"],
  "/api/v2/colormaps": ["get"],
  "/api/v2/collections": ["get", "post"],
  "/api/v2/collections/bulk-operations": ["post"],
  "/api/v2/collections/jobs": ["get"],
  "/api/v2/collections/jobs/{jobId}": ["delete"],
  "/api/v2/collections/jobs/{jobId}/outputs/{name}": ["get"],
  [COLLECTION]: ["get"],
  [`${COLLECTION}/aggregate/time-series`]: ["get"],
  [`${COLLECTION}/items`]: ["get", "post"],
  [`${COLLECTION}/items/{featureId}`]: ["get"],
  [`${COLLECTION}/layers`]: ["get", "post"],
  [`${COLLECTION}/layers/{layerName}/data`]: ["post"],
  [`${COLLECTION}/layers/{layerName}/statistics`]: ["get"],
  [`${COLLECTION}/legend`]: ["get"],
  [`${COLLECTION}/map/render`]: ["get"],
  [`${COLLECTION}/point/{lon},{lat}`]: ["get"],
  [`${COLLECTION}/queryables`]: ["get"],
  [`${COLLECTION}/snapshots`]: ["get"],
  [`${COLLECTION}/snapshots/{version}/restore`]: ["post"],
  [`${COLLECTION}/sortables`]: ["get"],
  [`${COLLECTION}/style`]: ["get"],
  [`${COLLECTION}/tiles/{tmsId}/tilejson.json`]: ["get"],
  [`${COLLECTION}/tilesets`]: ["get", "post"],
  [`${COLLECTION}/time`]: ["get"],
  [`${COLLECTION}/uploads`]: ["get"],
  [`${COLLECTION}/zarr/init`]: ["post"],
  "/sta/v1.1/Things": ["get"],
  "/sta/v1.1/{path}": ["get"],
  "/sta/v1.1/Datastreams({id})/aggregate/time-series": ["get"],
  "/sta/v1.1/Datastreams({id})/live": ["get"],
};

const fileOf = (name) => fileURLToPath(new URL(`src/api/${name}`, import.meta.url));
const stored = () => readFile(fileOf("openapi.json"), "utf8");

/** Bodies of requests are checked by the platform; of responses only those of a success are read by type. */
function operationOf({ parameters, responses }) {
  const successes = Object.entries(responses)
    .filter(([status]) => status.startsWith("2"))
    .map(([status, { content }]) => [status, { description: "success", ...(content && { content }) }]);
  return { ...(parameters && { parameters }), responses: Object.fromEntries(successes) };
}

/** The components that a value refers to, also through other components. */
function referred(value, document, found = {}) {
  for (const [, pointer] of JSON.stringify(value).matchAll(/"\$ref":"#\/components\/([^"]+)"/g)) {
    const [group, name] = pointer.split("/");
    if (found[group]?.[name]) continue;
    const component = document.components[group][name];
    (found[group] ??= {})[name] = component;
    referred(component, document, found);
  }
  return found;
}

/** One document of the used operations; throws when the platform does not publish one of them. */
function used(documents) {
  const paths = {};
  const components = {};
  for (const [template, methods] of Object.entries(OPERATIONS)) {
    const document = documents.find((one) => methods.every((method) => one.paths[template]?.[method]));
    if (!document) throw new Error(`the platform does not publish ${methods.join(", ")} ${template}`);
    paths[template] = Object.fromEntries(
      methods.map((method) => [method, operationOf(document.paths[template][method])]),
    );
    for (const [group, all] of Object.entries(referred(paths[template], document)))
      components[group] = { ...components[group], ...all };
  }
  const info = { version: "1.0.0" };
  return { openapi: "3.1.0", info, paths, components };
}

/** Members of a schema that say nothing about TypeScript types; a change of a text or a limit is no change of a type. */
const NO_TYPE = new Set(["default", "example", "examples", "format", "maximum", "maxItems", "maxLength", "minimum"]);
for (const name of ["minItems", "minLength", "pattern", "readOnly", "title"]) NO_TYPE.add(name);

/** The same with sorted names and only with what types follow from; members of "properties" are names of a person's choice. */
function reduced(value, names = false) {
  if (Array.isArray(value)) return value.map((one) => reduced(one));
  if (value === null || typeof value !== "object") return value;
  const kept = Object.keys(value).filter(
    (name) =>
      names || !(name.startsWith("x-") || NO_TYPE.has(name) || (name === "description" && value[name] !== "success")),
  );
  return Object.fromEntries(kept.sort().map((name) => [name, reduced(value[name], name === "properties" && !names)]));
}

async function published(base) {
  const documents = await Promise.all(
    DOCUMENTS.map(async (path) => {
      const answer = await fetch(new URL(path, base), { headers: { Accept: "application/json" } });
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      return answer.json();
    }),
  );
  return `${JSON.stringify(reduced(used(documents)), undefined, 1)}\n`;
}

/** TypeScript of a document. */
async function typesOf(text) {
  const { default: openapi, astToString } = await import("openapi-typescript");
  const nodes = await openapi(text, { emptyObjectsUnknown: true });
  return `// Generated from openapi.json by "npm run types". Do not edit.\n${astToString(nodes)}`;
}

async function main([first, second]) {
  if (first === "--generated") {
    if ((await typesOf(await stored())) === (await readFile(fileOf("schema.ts"), "utf8"))) return;
    throw new Error("src/api/schema.ts does not belong to openapi.json: run `npm run types`");
  }
  if (first === "--check") {
    if ((await published(second)) === (await stored())) return;
    throw new Error("src/api/openapi.json is out of date: start the platform and run `npm run types` in the console");
  }
  const text = await published(first ?? "http://localhost:8080");
  await writeFile(fileOf("openapi.json"), text);
  await writeFile(fileOf("schema.ts"), await typesOf(text));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await main(process.argv.slice(2)).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
