// The part of the published OpenAPI documents that the console uses, and the types of the client package made from it.
//   node types.mjs                 makes the types of src/api/contract.json, before a build or a check
//   node types.mjs --update BASE   reads the documents of a running platform and writes src/api/*.json
//   node types.mjs --check BASE    fails when the platform publishes something else than src/api/*.json
// Only the operations listed here are kept, so that a change elsewhere in the APIs does not touch the console.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { ALL_APIS, documents } from "../../../../clients/tools/documents.mjs";
import { typesOf } from "../../../../clients/tools/types.mjs";

const COLLECTION = "/api/v2/collections/{collectionId}";

/** Path templates with the methods that the console calls. */
const OPERATIONS = {
  "/v1/farms": ["get"],
  "/v1/$batch": ["post"],
  "/v1/changes": ["get"],
  "/v1/alarm-rules": ["get"],
  "/v1/alarm-rules/{id}": ["get", "put", "patch"],
  "/v1/alarm-events": ["get"],
  "/v1/alarm-events/{id}": ["patch"],
  "/v1/farms/{farmId}/alarm-subscriptions": ["get", "post"],
  "/v1/farms/{farmId}/alarm-subscriptions/{subscriptionId}": ["delete"],
  "/v1/farms/{farmId}/alarm-webhooks": ["get", "post"],
  "/v1/farms/{farmId}/alarm-webhooks/{webhookId}": ["delete"],
  "/v1/farms/{farmId}/alarm-webhooks/{webhookId}/test": ["post"],
  "/v1/farms/{farmId}/alarm-webhooks/{webhookId}/deliveries": ["get"],
  "/v1/cultivation-periods/{id}": ["patch"],
  "/v1/fields": ["get"],
  "/v1/fields/{id}": ["get", "patch"],
  "/v1/permissions": ["get"],
  "/v1/fields/{id}/boundaries": ["get"],
  "/v1/regions": ["get", "post"],
  "/v1/regions/{id}": ["patch"],
  "/v1/farms/{farmId}/fields": ["post"],
  "/v1/users": ["get"],
  "/v1/users/{id}": ["get", "patch"],
  "/v1/audit-logs": ["get"],
  "/v1/tasks": ["get"],
  "/v1/tasks/{id}": ["get"],
  "/v1/workers": ["get"],
  "/v1/workers/{id}": ["get"],
  "/v1/machines": ["get"],
  "/v1/machines/{id}": ["get"],
  "/v1/products": ["get"],
  "/v1/products/{id}": ["get"],
  "/v1/activities": ["get"],
  "/v1/activities/{id}": ["get"],
  "/v1/activities/{activityId}/inputoutputs": ["get"],
  "/v1/activity-resources": ["get"],
  "/v1/data": ["get"],
  "/v1/attachments/{attachmentId}": ["delete"],
  "/v1/roles": ["get"],
  "/v1/roles/{id}": ["put", "patch", "delete"],
  "/v1/access-assignments": ["get"],
  "/v1/access-assignments/{id}": ["put", "patch", "delete"],
  "/v1/organizations": ["get"],
  "/v1/farms/{farmId}/users": ["post"],
  "/v1/farms/{farmId}/device-accounts": ["get", "post"],
  "/v1/farms/{farmId}/device-accounts/{name}": ["delete"],
  "/v1/admin/service-accounts": ["get"],
  "/v1/admin/service-accounts/{name}": ["put", "delete"],
  "/v1/admin/tokens": ["get", "post"],
  "/v1/admin/tokens/{id}": ["delete"],
  "/v1/admin/health": ["get"],
  "/store/apps": ["get", "post"],
  "/store/apps/{appId}": ["get"],
  "/store/apps/{appId}/withdraw": ["post"],
  "/store/apps/{appId}/versions": ["get", "post"],
  "/store/apps/{appId}/versions/{number}": ["put"],
  "/store/apps/{appId}/versions/{number}/submit": ["post"],
  "/store/apps/{appId}/versions/{number}/withdraw": ["post"],
  "/store/apps/{appId}/versions/{number}/approve": ["post"],
  "/store/apps/{appId}/versions/{number}/reject": ["post"],
  "/store/reviews": ["get"],
  "/services": ["get", "post"],
  "/services/{serviceId}/secret": ["post"],
  "/services/{serviceId}/disable": ["post"],
  "/services/{serviceId}/enable": ["post"],
  "/services/{serviceId}/commissions": ["get", "post"],
  "/services/{serviceId}/commissions/{commissionId}/cancel": ["post"],
  "/services/{serviceId}/commissions/{commissionId}/redeliver": ["post"],
  "/services/{serviceId}/results": ["get"],
  "/v1/users/{userId}/tokens": ["get"],
  "/v1/users/{userId}/tokens/{tokenId}": ["delete"],
  "/v1/features/collections/{collectionId}/items": ["get"],
  "/v1/farms/{farmId}/fields/{fieldId}/actions": ["get"],
  "/v1/farms/{farmId}/fields/{fieldId}/records": ["get"],
  "/v1/regions/{regionId}/actions": ["get"],
  "/v1/regions/{regionId}/records": ["get"],
  "/v1/regions/{regionId}/cultivation-periods": ["get", "post"],
  "/v1/records/types": ["get"],
  "/v1/records/{recordId}/attachments/{attachmentId}": ["put"],
  "/v1/records/{recordId}/uploads/{attachmentId}": ["put", "patch"],
  "/v1/attachments/stream/{attachmentId}": ["get"],
  "/v1/attachments/download/{attachmentId}": ["get"],
  "/api/v2/colormaps": ["get"],
  "/api/v2/tokens/tiles": ["get", "post"],
  "/api/v2/tokens/tiles/{tokenId}": ["delete"],
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
  [`${COLLECTION}/layers/{layerName}/histogram`]: ["get"],
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
  "/sta/v1.1": ["get"],
  "/sta/v1.1/composite": ["post"],
  "/sta/v1.1/device-templates": ["get"],
  "/sta/v1.1/Things": ["get"],
  "/sta/v1.1/{path}": ["get"],
  "/sta/v1.1/Datastreams({id})/aggregate/time-series": ["get"],
  "/sta/v1.1/Datastreams({id})/live": ["get"],
};

/** Collections of the farm API whose records have forms, with the attributes that people fill in. */
const FORMS = {
  Task: "name priority fieldId assignedWorkerIds dueAt plannedStartAt plannedEndAt machineId description",
  Activity: "type fieldId plannedAt executedAt completedAt area areaUnit growthStage note",
  InputOutput: "direction category name productId quantity unit occurredAt note",
  ActivityResource: "kind workerId machineId role note",
  Worker: "name userId jobTitle employmentType",
  Machine: "name kind manufacturer model serialNumber licencePlate power workingWidth",
  Product: "name kind manufacturer productNumber registrationNumber defaultUnit",
  AlarmRule: "name kind datastreamId threshold hysteresis durationSeconds severity fieldId pauseSeconds note",
};

/** Part of every document. */
const PROBLEM = { $ref: "#/components/schemas/Problem" };

const fileOf = (name) => fileURLToPath(new URL(name, import.meta.url));
const CONTRACT = fileOf("src/api/contract.json");
const FORM_SCHEMAS = fileOf("src/api/forms.json");

/** Beside the installed packages, as a part of the build; tsconfig.json names it. */
const TYPES = fileOf("node_modules/.glebe-client");

/** Without examples and the encoding of forms. */
const schemasOf = (content) =>
  Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, { schema }]));

/** Of responses only those of a success are read by type; the client has the type of a problem. */
function operationOf({ parameters, requestBody, responses }) {
  const successes = Object.entries(responses)
    .filter(([status]) => status.startsWith("2"))
    .map(([status, { content }]) => [status, { description: "success", ...(content && { content }) }]);
  const { required, content: sent } = requestBody ?? {};
  return {
    ...(parameters && { parameters }),
    ...(sent && { requestBody: { required, content: schemasOf(sent) } }),
    responses: Object.fromEntries(successes),
  };
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

/** The documents with the used operations only; throws when the platform does not publish one of them. */
function used(all) {
  const parts = Object.fromEntries(
    Object.keys(all).map((name) => [name, { openapi: "3.1.0", info: { version: "1.0.0" }, paths: {}, components: {} }]),
  );
  for (const [template, methods] of Object.entries(OPERATIONS)) {
    const [name, document] =
      Object.entries(all).find(([, one]) => methods.every((method) => one.paths[template]?.[method])) ?? [];
    if (!document) throw new Error(`the platform does not publish ${methods.join(", ")} ${template}`);
    const operations = methods.map((method) => [method, operationOf(document.paths[template][method])]);
    parts[name].paths[template] = Object.fromEntries(operations);
  }
  for (const [name, part] of Object.entries(parts)) part.components = referred([part.paths, PROBLEM], all[name]);
  return parts;
}

/** Members of a schema that say nothing about TypeScript types; a change of a text or a limit is no change of a type. */
const NO_TYPE = new Set(["default", "example", "examples", "maximum", "maxItems", "maxLength", "minimum"]);
for (const name of ["minItems", "minLength", "pattern", "title"]) NO_TYPE.add(name);
const saysType = (name, value) =>
  !(name.startsWith("x-") || NO_TYPE.has(name)) &&
  !(name === "description" && value !== "success") &&
  !(name === "format" && value !== "binary");

/** The same with sorted names and only with what types follow from; members of "properties" are names of a person's choice. */
function reduced(value, names = false) {
  if (Array.isArray(value)) return value.map((one) => reduced(one));
  if (value === null || typeof value !== "object") return value;
  const kept = Object.keys(value).filter((name) => names || saysType(name, value[name]));
  return Object.fromEntries(kept.sort().map((name) => [name, reduced(value[name], name === "properties" && !names)]));
}

const written = (value) => `${JSON.stringify(value, undefined, 1)}\n`;

/** The same without descriptions, which forms do not show; an attribute of this name is no text. */
const undescribed = (schema) =>
  JSON.parse(
    JSON.stringify(schema, (name, value) => (name === "description" && typeof value === "string" ? undefined : value)),
  );

/** The schemas of the attributes in forms, with their limits, and the names of the required ones. */
function forms({ farm }) {
  const form = ([collection, text]) => {
    const names = text.split(" ");
    const { properties, required } = farm.components.schemas[collection];
    return [
      collection,
      {
        type: "object",
        properties: Object.fromEntries(names.map((name) => [name, undescribed(properties[name])])),
        required: names.filter((name) => required.includes(name) && properties[name].default === undefined),
      },
    ];
  };
  return Object.fromEntries(Object.entries(FORMS).map(form));
}

/** The texts of the stored files by their places. */
async function published(base) {
  const all = await documents(base, ALL_APIS);
  return { [CONTRACT]: written(reduced(used(all))), [FORM_SCHEMAS]: written(forms(all)) };
}

/** Writes the modules of the client package that hold the types of the documents. */
async function makeTypes() {
  const { default: openapi, astToString } = await import("openapi-typescript");
  const { default: ts } = await import("typescript");
  await mkdir(TYPES, { recursive: true });
  for (const [name, document] of Object.entries(JSON.parse(await readFile(CONTRACT, "utf8"))))
    await writeFile(`${TYPES}/${name}.d.ts`, await typesOf(document, { openapi, astToString, ts }));
}

async function main([task, base]) {
  if (!task) return makeTypes();
  for (const [file, text] of Object.entries(await published(base)))
    if (task === "--update") await writeFile(file, text);
    else if (text !== (await readFile(file, "utf8")))
      throw new Error(`${file} is out of date: node types.mjs --update ADDRESS OF A PLATFORM`);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await main(process.argv.slice(2)).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
