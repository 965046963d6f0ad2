import type { AlarmRule, Schema } from "../api/bodies";
import { attributesOf, EntityForm, schemaOf, type Values } from "../tasks/entityForm";
import { patchBetween } from "../tasks/work";
import { t } from "../texts/texts";
import { unitOf } from "../sensors/things";
import { addRule, changeRule, optionOf, streamOf } from "./alarms";
import type { AlarmProps } from "./alarmsPage";

type Kind = AlarmRule["kind"];

/** Attributes that a kind has beyond those of every rule, as V32 says; required ones have a mark. */
const OWN: Record<Kind, string> = {
  ABOVE: "datastreamId* threshold* hysteresis durationSeconds",
  BELOW: "datastreamId* threshold* hysteresis durationSeconds",
  RISE: "datastreamId* threshold* durationSeconds* hysteresis",
  FALL: "datastreamId* threshold* durationSeconds* hysteresis",
  SILENCE: "datastreamId* durationSeconds*",
  TASK_DUE: "durationSeconds",
};
const OF_SOME = ["datastreamId", "threshold", "hysteresis", "durationSeconds"];
/** They never change. */
const FIXED = ["kind", "datastreamId"];
const SECONDS = 60;
/** Durations, which people give in minutes. */
const TIMES = ["durationSeconds", "pauseSeconds"];

const kindOf = (values: Values): Kind => (values["kind"] || "ABOVE") as Kind;

/** Numbers in the unit of the datastream; the others are differences of its values. */
const VALUES = ["ABOVE threshold", "BELOW threshold"];
const OF_STREAM = ["threshold", "hysteresis"];

/** The schema of the attributes that a rule of the chosen kind has, with durations in minutes. */
export function schemaOfKind(schema: Schema, values: Values, isNew: boolean, unit = ""): Schema {
  const own = OWN[kindOf(values)].split(" ");
  const left = OF_SOME.filter((name) => !own.some((one) => one.replace("*", "") === name));
  if (!isNew) left.push(...FIXED);
  const properties = Object.entries(schema.properties ?? {}).flatMap(([name, one]): [string, Schema][] => {
    if (left.includes(name)) return [];
    const difference = VALUES.includes(`${kindOf(values)} ${name}`) ? "" : ", difference";
    if (unit && OF_STREAM.includes(name)) return [[name, { ...one, description: `unit: ${unit}${difference}` }]];
    if (!TIMES.includes(name)) return [[name, one]];
    return [[name, { type: "number", minimum: 0, maximum: (one.maximum ?? 0) / SECONDS }]];
  });
  const needed = own.filter((one) => one.endsWith("*")).map((one) => one.slice(0, -1));
  return { ...schema, properties: Object.fromEntries(properties), required: [...(schema.required ?? []), ...needed] };
}

const times = (values: Values, change: (value: number) => number): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      TIMES.includes(name) && typeof value === "number" ? change(value) : value,
    ]),
  );

/** A rule as its form shows it. */
export const shownOf = (rule: Values): Values => times(rule, (seconds) => seconds / SECONDS);

/** The attributes of a form as the platform stores them, without those that the kind does not have. */
export function storedOf(values: Values, schema: Schema): Values {
  const kept = Object.entries(values).filter(([name]) => name in (schema.properties ?? {}));
  const stored = times(Object.fromEntries(kept), (minutes) => Math.round(minutes * SECONDS));
  return "datastreamId" in stored ? { ...stored, datastreamId: Number(stored["datastreamId"]) } : stored;
}

const HINTS = {
  ABOVE: "An alarm begins when the value is above the threshold during the whole duration.",
  BELOW: "An alarm begins when the value is below the threshold during the whole duration.",
  RISE: "An alarm begins when the value is by more than the threshold above the value of one duration before.",
  FALL: "An alarm begins when the value is by more than the threshold below the value of one duration before.",
  SILENCE: "An alarm begins when no value has come for the duration.",
  TASK_DUE: "An alarm begins when a task is due, or the duration before. With a field, only its tasks count.",
} as const;

/** What the catalogue has for attributes that nobody fills in. */
const DEFAULTS = Object.fromEntries(
  Object.entries(schemaOf("AlarmRule").properties ?? {}).flatMap(([name, { default: value }]) =>
    value === undefined ? [] : [[name, value]],
  ),
);

interface Props extends AlarmProps {
  fields: { id: string; name: string }[];
  /** the rule that is changed, with its version; without one, another is made */
  rule?: AlarmRule;
  version?: string | undefined;
  /** opens the newest version, where somebody else has changed it */
  newest?: () => void;
  saved: () => void;
  close: () => void;
}

/** A rule as a form. */
export function RuleForm({ farm, named, fields, rule, version, newest, saved, close }: Props) {
  const isNew = rule === undefined;
  const before = (rule ?? { kind: "ABOVE", ...DEFAULTS }) as Values;
  const shape = (schema: Schema, values: Values) => {
    const stream = streamOf(named, Number(values["datastreamId"] ?? rule?.datastreamId));
    return schemaOfKind(schema, values, isNew, stream && unitOf(stream.of));
  };
  const save = async (values: Values, schema: Schema): Promise<void> => {
    const after = storedOf(values, schema);
    if (!rule) return void (await addRule(farm.id, after));
    const names = attributesOf("AlarmRule").filter((name) => name in (schema.properties ?? {}));
    return changeRule(rule, patchBetween(before, after, names), version);
  };
  return (
    <EntityForm
      collection="AlarmRule"
      title={isNew ? t("New rule") : (before["name"] as string)}
      hint={(values) =>
        `${t(HINTS[kindOf(values)])} ${OWN[kindOf(values)].includes("hysteresis") ? t("It ends when the value is back by the hysteresis.") : ""}`
      }
      values={shownOf(before)}
      shape={shape}
      references={{
        datastreamId: named.streams.map(optionOf),
        fieldId: fields.map(({ id, name }) => [id, name] as const),
      }}
      timezone={farm.timezone}
      save={save}
      saved={saved}
      close={close}
      newest={newest}
    />
  );
}
