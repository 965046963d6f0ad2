import { useSignal } from "@preact/signals";
import type { Field } from "../api/bodies";
import { Select } from "../select";
import { polygonsOf } from "../shapes/polygons";
import { shownUnit, storedOf, symbolOf, typedOf } from "../units";
import { words } from "../words";
import { EntryForm, useAction } from "./parts";
import { changeField, HECTARE, stated } from "./requests";
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
  farm: string;
  field: Field;
  changed: () => void;
}

/** The attributes of a field that a person enters. */
export function FieldForm({ farm, field, changed }: Props) {
  const unit = field.areaUnit ?? HECTARE;
  const typed = (area: number) => String(typedOf(area, unit));
  const draft = useSignal({
    name: field.name,
    fieldNumber: field.fieldNumber ?? "",
    landUse: field.landUse ?? "",
    area: field.area === undefined ? "" : typed(field.area),
  });
  const { busy, fault, run } = useAction(changed);
  const change = (next: Partial<typeof draft.value>) => (draft.value = { ...draft.value, ...next });
  const save = () => {
    const { name, fieldNumber, landUse, area } = draft.value;
    const isSame = field.area !== undefined && area === typed(field.area);
    const value = area === "" ? null : isSame ? field.area! : storedOf(Number(area), unit);
    return changeField(farm, field, {
      name,
      fieldNumber: fieldNumber || null,
      landUse: (landUse || null) as Field["landUse"] | null,
      area: value,
      areaUnit: value === null ? null : unit,
    });
  };
  const measured = stated(polygonsOf(field.geometry as GeoJSON.Geometry)).area;
  return (
    <details class="details">
      <summary>{t("Name and details")}</summary>
      <EntryForm name={t("Name and details")} busy={busy.value} fault={fault.value} save={() => run(save)}>
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
        {symbolOf(unit) === "ha" && draft.value.area !== typed(measured) && (
          <button type="button" class="plain" onClick={() => change({ area: typed(measured) })}>
            {t("Take the measured area")}
          </button>
        )}
      </EntryForm>
    </details>
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
