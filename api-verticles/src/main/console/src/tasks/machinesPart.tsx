import { labelOf } from "../records/labels";
import { t } from "../texts/texts";
import { NamedList } from "./namedList";
import type { WorkProps } from "./workPage";

interface Props extends WorkProps {
  changed: () => void;
}

/** The machines of a farm, which tasks and activities name. */
export const MachinesPart = ({ farm, work, changed }: Props) => (
  <NamedList
    farm={farm.id}
    all={work.machines}
    changed={changed}
    of={{
      path: "machines",
      right: "machine",
      form: "Machine",
      title: t("Machines"),
      add: t("Add a machine"),
      adding: t("New machine"),
      empty: t("No machine yet. Add those that tasks and activities name."),
      owner: { farmId: farm.id, status: "ACTIVE" },
      hint: ({ kind, manufacturer, model }) =>
        [kind && labelOf(kind), [manufacturer, model].filter(Boolean).join(" ")].filter(Boolean).join(", "),
    }}
  />
);
