import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { Farm } from "../api/bodies";
import { useLoading } from "../loading";
import { Loaded } from "../parts/loaded";
import { Sheet } from "../parts/sheet";
import { Select } from "../select";
import { t } from "../texts/texts";
import { farms } from "./farms";

interface Props {
  title: string;
  /** id and name of each part of the page, for a farm */
  parts: (farm: Farm | undefined) => [id: string, name: string][];
  part: Signal<string>;
  /** id of the chosen farm; the first one where it is empty */
  farm: Signal<string>;
  /** before another farm is chosen */
  left?: () => void;
  nameOf?: (farm: Farm) => string;
  children: (farm: Farm) => ComponentChildren;
}

/** A page about one farm, which is chosen in its head. */
export function FarmSheet({ title, parts, part, farm, left, nameOf = (one) => one.name || one.id, children }: Props) {
  const all = useLoading(farms, []);
  const found = all.value.value;
  const chosen = found?.find(({ id }) => id === farm.value) ?? found?.[0];
  const choice = chosen && found && found.length > 1 && (
    <div class="tools farm-choice">
      <Select
        label={t("Farm")}
        value={chosen.id}
        options={found.map((one) => [one.id, nameOf(one)])}
        change={(id) => {
          left?.();
          farm.value = id;
        }}
      />
    </div>
  );
  return (
    <Sheet title={title} parts={parts(chosen)} part={part} tools={choice}>
      {found?.length === 0 && (
        <p class="hint card">{t("You have no farm yet. Create one, or ask its owner for access.")}</p>
      )}
      {farm.value && found && chosen?.id !== farm.value && (
        <p class="fault card">{t("The farm of this link is not there, or you may not see it. This is another one.")}</p>
      )}
      <Loaded of={all} what={title}>
        {() => chosen && children(chosen)}
      </Loaded>
    </Sheet>
  );
}
