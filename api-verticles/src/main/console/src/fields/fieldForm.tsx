import { useSignal } from "@preact/signals";
import type { Field } from "../api/bodies";
import type { Seen } from "../offline/versions";
import { Opened } from "../parts/opened";
import { Select } from "../select";
import { polygonsOf } from "../shapes/polygons";
import { shownUnit, storedOf, symbolOf, typedOf } from "../units";
import { words } from "../words";
import { EntryForm, useAction } from "./parts";
import { changeField, field as loadField, HECTARE, stated } from "./requests";
import { t, wordIn } from "../texts/texts";

const LAND_USES = [
  "ARABLE",
  "PERMANENT_GRASSLAND",
  "PERMANENT_CROP",
  "HORTICULTURE",
  "FALLOW",
  "AGROFORESTRY",
  "LANDSCAPE_FEATURE",
  "FOREST",
  "OTHER",
] as const;

interface Props {
  field: Field;
  changed: () => void;
}

/** The attributes of a field, which are read anew when a person wants to change them. */
export function FieldDetails({ field: { id, name }, changed }: Props) {
  const isOpen = useSignal(false);
  return (
    <details class="details" onToggle={(event) => (isOpen.value = event.currentTarget.open)}>
      <summary>{t("Name and details")}</summary>
      {isOpen.value && (
        <Opened load={(signal) => loadField(id, signal)} what={name}>
          {({ record, version }, newest) => (
            <FieldForm
              field={{ ...record, version }}
              newest={newest}
              changed={() => {
                newest();
                changed();
              }}
            />
          )}
        </Opened>
      )}
    </details>
  );
}

type FormProps = Props & { field: Field & Seen; newest: () => void };

const unitOf = ({ areaUnit = HECTARE }: Field) => areaUnit;
const typed = (field: Field, area: number) => String(typedOf(area, unitOf(field)));

const draftOf = (field: Field) => ({
  name: field.name,
  fieldNumber: field.fieldNumber ?? "",
  landUse: field.landUse ?? "",
  area: field.area === undefined ? "" : typed(field, field.area),
});

/** Stores what was entered; an area that was not touched keeps the digits that are not shown. */
function save(field: Field & Seen, { name, fieldNumber, landUse, area }: ReturnType<typeof draftOf>) {
  const isSame = area === draftOf(field).area;
  const value = area === "" ? null : isSame ? field.area! : storedOf(Number(area), unitOf(field));
  return changeField(field, {
    name,
    fieldNumber: fieldNumber || null,
    landUse: (landUse || null) as Field["landUse"] | null,
    area: value,
    areaUnit: value === null ? null : unitOf(field),
  });
}

/** The attributes of a field that a person enters. */
function FieldForm({ field, changed, newest }: FormProps) {
  const unit = unitOf(field);
  const draft = useSignal(draftOf(field));
  const { busy, fault, run } = useAction(changed);
  const change = (next: Partial<typeof draft.value>) => (draft.value = { ...draft.value, ...next });
  const measured = stated(polygonsOf(field.geometry as GeoJSON.Geometry)).area;
  return (
    <EntryForm
      name={t("Name and details")}
      busy={busy.value}
      fault={fault.value}
      save={() => run(() => save(field, draft.value))}
      newest={newest}
    >
      <Text label={t("Name")} value={draft.value.name} needed change={(name) => change({ name })} />
      <Text
        label={t("Number")}
        longest={60}
        value={draft.value.fieldNumber}
        change={(fieldNumber) => change({ fieldNumber })}
      />
      <Select
        label={t("Land use")}
        value={draft.value.landUse}
        options={[["", "–"], ...LAND_USES.map((one): [string, string] => [one, wordIn(words(one))])]}
        change={(landUse) => change({ landUse })}
      />
      <label>
        {t("Stated area in {unit}", { unit: shownUnit(unit) })}
        <input
          type="number"
          min={0}
          step="any"
          value={draft.value.area}
          onInput={(event) => change({ area: event.currentTarget.value })}
        />
      </label>
      {symbolOf(unit) === "ha" && draft.value.area !== typed(field, measured) && (
        <button type="button" class="plain" onClick={() => change({ area: typed(field, measured) })}>
          {t("Take the measured area")}
        </button>
      )}
    </EntryForm>
  );
}

interface TextProps {
  label: string;
  longest?: number;
  value: string;
  needed?: boolean;
  change: (value: string) => void;
}

function Text({ label, longest = 200, value, needed = false, change }: TextProps) {
  return (
    <label>
      {label}
      <input
        required={needed}
        maxLength={longest}
        value={value}
        onInput={(event) => change(event.currentTarget.value)}
      />
    </label>
  );
}
