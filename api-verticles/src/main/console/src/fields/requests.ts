import { unwrap } from "glebe-client";
import type {
  CultivationPeriodChange,
  FieldChange,
  NewCultivationPeriod,
  NewField,
  NewRegion,
  Operation,
  RegionChange,
} from "../api/bodies";
import { allPages, glebe } from "../api/client";
import { write } from "../offline/outbox";
import { cut } from "../shapes/antimeridian";
import { areaOf, hectares } from "../shapes/geodesy";
import { geometryFrom, type Polygons } from "../shapes/polygons";

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

export const changeField = (farmId: string, id: string, body: FieldChange) =>
  glebe.PATCH(FIELD, { params: toField(farmId, id), body }).then(unwrap);

export const deleteField = (farmId: string, id: string) =>
  glebe.DELETE(FIELD, { params: toField(farmId, id) }).then(unwrap);

export const addRegion = (body: NewRegion) => glebe.POST("/v1/regions", { body }).then(unwrap);

const REGION = "/v1/regions/{id}";
const to = (id: string) => ({ path: { id } });

export const changeRegion = (id: string, body: RegionChange) =>
  glebe.PATCH(REGION, { params: to(id), body }).then(unwrap);

export const deleteRegion = (id: string) => glebe.DELETE(REGION, { params: to(id) }).then(unwrap);

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
