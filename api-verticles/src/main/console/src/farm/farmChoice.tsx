import type { Signal } from "@preact/signals";
import type { Farm } from "../api/bodies";
import { Select } from "../select";
import { t } from "../texts/texts";
import { Missing } from "./missing";
import type { Choices } from "./useFarm";

interface Props {
  of: Choices & { view: Signal<string> };
  all: Farm[] | undefined;
  chosen: Farm | undefined;
  /** whether the place is not there; nothing while that is not known */
  noPlace: boolean | undefined;
}

/** Chooses the farm of a page with a map; says what a link names that is not there. */
export function FarmChoice({ of, all, chosen, noPlace }: Props) {
  const change = (id: string) => {
    of.view.value = "";
    of.place.value = "";
    of.farm.value = id;
  };
  if (all?.length === 0)
    return <p class="hint">{t("You have no farm yet. Ask for access to one. Then reload the page.")}</p>;
  return (
    <>
      {chosen && (
        <Select
          label={t("Farm")}
          value={chosen.id}
          options={all?.map(({ id, name }) => [id, name || id]) ?? []}
          change={change}
        />
      )}
      <Missing of={of} shown={chosen} noPlace={noPlace} />
    </>
  );
}
