import { useMemo } from "preact/hooks";
import type { Activity } from "../api/bodies";
import { labelOf } from "../records/labels";
import { t } from "../texts/texts";
import { attributesOf, EntityForm, type Values } from "./entityForm";
import { referencesOf } from "./taskForm";
import { addActivity, changeActivity, patchBetween } from "./work";
import type { WorkProps } from "./workPage";

interface Props extends WorkProps {
  /** the activity to change, with its version; without one, an activity is added */
  activity?: Activity;
  version?: string;
  saved: (activity: Activity) => void;
  /** opens the newest version, where somebody else has changed it */
  newest?: () => void;
  close: () => void;
}

const NAMES = attributesOf("Activity");

/** Kinds of work as the starter records use them; the attribute takes any text. */
const TYPES = [
  "TILLAGE",
  "SOWING",
  "FERTILISATION",
  "PLANT_PROTECTION",
  "IRRIGATION",
  "WEEDING",
  "MOWING",
  "HARVEST",
  "SCOUTING",
  "SAMPLING",
  "TRANSPORT",
  "OTHER",
];

const typeOptions = (types: string[]) => types.map((type) => [type, labelOf(type)] as const);

/** An activity as a form. */
export function ActivityForm({ farm, work, saved, close, ...props }: Props) {
  // what was opened, also when it is loaded again meanwhile
  const { activity, version } = useMemo(() => props, []);
  const values = useMemo(() => (activity ?? { plannedAt: new Date().toISOString() }) as Values, []);
  const type = activity?.type;
  const types = type && !TYPES.includes(type) ? [type, ...TYPES] : TYPES;
  const save = (after: Values) =>
    activity ? changeActivity(activity, patchBetween(values, after, NAMES), version) : addActivity(farm.id, after);
  return (
    <EntityForm
      collection="Activity"
      title={activity ? t("Activity") : t("New activity")}
      values={values}
      references={{ ...referencesOf(work), type: typeOptions(types) }}
      timezone={farm.timezone}
      needed={["type", "fieldId"]}
      without={activity ? [] : ["executedAt", "completedAt"]}
      save={save}
      saved={saved}
      close={close}
      newest={props.newest}
    />
  );
}
