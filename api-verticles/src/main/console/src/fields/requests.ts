import { unwrap } from "glebe-client";
import type {
  CultivationPeriodChange,
  Field,
  FieldChange,
  NewCultivationPeriod,
  NewField,
  NewRegion,
  Operation,
  RegionChange,
} from "../api/bodies";
import { allPages, glebe } from "../api/client";
import type { Place } from "../farm/farms";
import { write } from "../offline/outbox";
import { remove } from "../parts/removal";
import { offerBack } from "../parts/undo";
import { cut } from "../shapes/antimeridian";
import { areaOf, hectares } from "../shapes/geodesy";
import { geometryFrom, type Polygons } from "../shapes/polygons";
import { t } from "../texts/texts";

// Requests of the page of the fields.

const FIELD = "/v1/farms/{farmId}/fields/{fieldId}";
const MAX_BOUNDARIES = 100;

/** The unit code of hectares. */
export const HECTARE = "har";
/** Records of other programs have other codes. */
export const isHectare = (unit: string | undefined) => ["har", "ha", "HAR"].includes(unit ?? "");
const AREA_DIGITS = 10_000;

/** An area as records state it. */
export const stated = (polygons: Polygons) => ({
  area: Math.round(hectares(areaOf(polygons)) * AREA_DIGITS) / AREA_DIGITS,
  areaUnit: HECTARE,
});

/** A drawn shape as records store it. */
export const storedShape = (polygons: Polygons) => geometryFrom(cut(polygons));

const toField = (farmId: string, fieldId: string) => ({ path: { farmId, fieldId } });

/** Makes a field, also without a network. */
export function addField(farmId: string, values: NewField & { name: string }): Promise<{ id: string }> {
  const id = crypto.randomUUID();
  const body = { id, originType: "USER", farmId, ...values };
  return write(
    { method: "PUT", path: `/fields/${id}`, headers: { "If-None-Match": "*" }, body },
    { farm: farmId, text: values.name },
  );
}

const patchField = (farmId: string, id: string, body: FieldChange) =>
  glebe.PATCH(FIELD, { params: toField(farmId, id), body }).then(unwrap);

/** Changes a field, and offers to change it back. */
export async function changeField(farmId: string, field: Field, body: FieldChange): Promise<void> {
  await patchField(farmId, field.id, body);
  offerBack(field.name, field, body, (values) => patchField(farmId, field.id, values));
}

const removal = (farm: string, collection: string, id: string, name: string) =>
  remove(`/${collection}/${id}`, { farm, text: t("{name} is deleted.", { name }) });

export const deleteField = (farmId: string, { id, name }: Field) => removal(farmId, "fields", id, name);

export const addRegion = (body: NewRegion) => glebe.POST("/v1/regions", { body }).then(unwrap);

const REGION = "/v1/regions/{id}";
const to = (id: string) => ({ path: { id } });

const patchRegion = (id: string, body: RegionChange) => glebe.PATCH(REGION, { params: to(id), body }).then(unwrap);

/** Gives a region another shape, and offers the one before. */
export async function reshapeRegion({ id, name }: Place, before: Polygons, after: Polygons): Promise<void> {
  const shape = (of: Polygons): RegionChange => ({ geometry: storedShape(of), ...stated(of) });
  await patchRegion(id, shape(after));
  offerBack(name, shape(before), shape(after), (values) => patchRegion(id, values));
}

export const deleteRegion = (farmId: string, { id, name }: Place) => removal(farmId, "regions", id, name);

export const addPeriod = (region: string, body: NewCultivationPeriod) =>
  glebe
    .POST("/v1/regions/{regionId}/cultivation-periods", { params: { path: { regionId: region } }, body })
    .then(unwrap);

export const changePeriod = (id: string, body: CultivationPeriodChange) =>
  glebe.PATCH("/v1/cultivation-periods/{id}", { params: to(id), body }).then(unwrap);

/** The boundaries that a field had before, the newest first. */
export const boundaries = (fieldId: string, signal: AbortSignal) =>
  allPages(
    (query) => glebe.GET("/v1/fields/{id}/boundaries", { params: { ...to(fieldId), query }, signal }).then(unwrap),
    MAX_BOUNDARIES,
  );

/** Sends operations of an outbox; they are independent, and sending them again changes nothing. */
export const sendOutbox = (operations: Operation[]) =>
  glebe.POST("/v1/$batch", { body: { operations } }).then((answer) => unwrap(answer).results);
