import { unwrap } from "glebe-client";
import type {
  CultivationPeriod,
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
import { type Seen, versioned } from "../offline/versions";
import { remove } from "../parts/removal";
import { change } from "../parts/change";
import { cut } from "../shapes/antimeridian";
import { areaOf, hectares } from "../shapes/geodesy";
import { geometryFrom, type Polygons } from "../shapes/polygons";
import { t } from "../texts/texts";

// Requests of the page of the fields.

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

const to = (id: string) => ({ path: { id } });

/** Makes a field, also without a network. */
export function addField(farmId: string, values: NewField & { name: string }): Promise<{ id: string }> {
  const id = crypto.randomUUID();
  const body = { id, originType: "USER", farmId, ...values };
  return write(
    { method: "PUT", path: `/fields/${id}`, headers: { "If-None-Match": "*" }, body },
    { farm: farmId, text: values.name },
  );
}

/** @param field as the page shows it, or with the version in which it was opened */
export const changeField = (field: Field & Seen, body: FieldChange) =>
  change(`/fields/${field.id}`, field.name, field, body);

/** A field as the platform has it now. */
export const field = (id: string, signal: AbortSignal) =>
  versioned(glebe.GET("/v1/fields/{id}", { params: to(id), signal }));

const removal = (farm: string, collection: string, id: string, name: string) =>
  remove(`/${collection}/${id}`, { farm, text: t("{name} is deleted.", { name }) });

export const deleteField = (farmId: string, { id, name }: Field) => removal(farmId, "fields", id, name);

export const addRegion = (body: NewRegion) => glebe.POST("/v1/regions", { body }).then(unwrap);

const shape = (of: Polygons): RegionChange => ({ geometry: storedShape(of), ...stated(of) });

/** Gives a region another shape, and offers the one before. */
export const reshapeRegion = ({ id, name }: Place, { updatedAt }: Seen, before: Polygons, after: Polygons) =>
  change(`/regions/${id}`, name, { ...shape(before), updatedAt }, shape(after));

export const deleteRegion = (farmId: string, { id, name }: Place) => removal(farmId, "regions", id, name);

export const addPeriod = (region: string, body: NewCultivationPeriod) =>
  glebe
    .POST("/v1/regions/{regionId}/cultivation-periods", { params: { path: { regionId: region } }, body })
    .then(unwrap);

export const changePeriod = (one: CultivationPeriod, body: CultivationPeriodChange) =>
  change(`/cultivation-periods/${one.id}`, one.crop ?? "", one, body);

/** The boundaries that a field had before, the newest first. */
export const boundaries = (fieldId: string, signal: AbortSignal) =>
  allPages(
    (query) => glebe.GET("/v1/fields/{id}/boundaries", { params: { ...to(fieldId), query }, signal }).then(unwrap),
    MAX_BOUNDARIES,
  );

/** Sends operations of an outbox; they are independent, and sending them again changes nothing. */
export const sendOutbox = (operations: Operation[]) =>
  glebe.POST("/v1/$batch", { body: { operations } }).then((answer) => unwrap(answer).results);
