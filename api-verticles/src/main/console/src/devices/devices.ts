import { unwrap } from "glebe-client";
import type { DeviceAccount, DeviceTemplate, NewDeviceAccount, Thing } from "../api/bodies";
import { allPages, glebe } from "../api/client";
import { asRefusal } from "../api/refusal";
import { things } from "../sensors/things";
import { brokerOf, type Publishing } from "./lines";

// Requests of the page of devices.

const MAX_FIELDS = 5000;

const fieldsOf = (farmId: string, signal: AbortSignal) =>
  allPages(
    (query) => glebe.GET("/v1/fields", { params: { query: { ...query, farmId } }, signal }).then(unwrap),
    MAX_FIELDS,
  )
    .then((all) => new Set(all.map(({ id }) => id)))
    .catch((error: unknown) => (asRefusal(error)?.status === 403 ? new Set<string>() : Promise.reject(error as Error)));

/** Whether a Thing is shown with the farm: it names the farm or one of its fields, or nothing. */
export function isOf({ properties }: Thing, farmId: string, fields: Set<string>): boolean {
  const named = (properties ?? {}) as { farmId?: string; fieldId?: string };
  if (named.fieldId) return fields.has(named.fieldId);
  return (named.farmId ?? farmId) === farmId;
}

/** The Things of a farm by name. */
export const devices = (farmId: string, signal: AbortSignal): Promise<Thing[]> =>
  Promise.all([things(signal), fieldsOf(farmId, signal)]).then(([all, fields]) =>
    all.filter((one) => isOf(one, farmId, fields)).sort((a, b) => a.name.localeCompare(b.name)),
  );

export const templates = (signal: AbortSignal): Promise<DeviceTemplate[]> =>
  glebe.GET("/sta/v1.1/device-templates", { signal }).then((answer) => unwrap(answer).value);

/** Makes a Thing with the datastreams of its type; returns its id. */
export const addThing = (farmId: string, name: string, template: string): Promise<number> =>
  glebe
    .POST("/sta/v1.1/composite", { body: { template, thing: { name, properties: { farmId } } } as never })
    .then((answer) => unwrap(answer).thing["@iot.id"]);

const ACCOUNTS = "/v1/farms/{farmId}/device-accounts";

export const accounts = (farmId: string, signal: AbortSignal): Promise<DeviceAccount[]> =>
  glebe.GET(ACCOUNTS, { params: { path: { farmId } }, signal }).then((answer) => unwrap(answer).items);

export const addAccount = (farmId: string, thingId: number): Promise<NewDeviceAccount> =>
  glebe.POST(ACCOUNTS, { params: { path: { farmId } }, body: { thingId } }).then(unwrap);

export const endAccount = (farmId: string, name: string) =>
  glebe.DELETE(`${ACCOUNTS}/{name}`, { params: { path: { farmId, name } } }).then(unwrap);

export const accountOf = (all: DeviceAccount[] | undefined, thing: Thing) =>
  all?.find(({ thingId }) => thingId === thing["@iot.id"]);

/** The address of MQTT, as the service document has it; null where there is none. */
export async function broker(signal: AbortSignal): Promise<Publishing["broker"] | null> {
  const { serverSettings = {} } = unwrap(await glebe.GET("/sta/v1.1", { signal }));
  const all = Object.values(serverSettings as Record<string, { endpoints?: string[] }>);
  return brokerOf(all.flatMap(({ endpoints }) => endpoints ?? [])) ?? null;
}
