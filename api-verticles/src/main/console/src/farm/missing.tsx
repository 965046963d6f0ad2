import { useRef } from "preact/hooks";
import type { Farm } from "../api/bodies";
import { t } from "../texts/texts";
import type { Choices } from "./useFarm";

interface Props {
  of: Choices;
  /** the farm that is shown */
  shown: Farm | undefined;
  /** whether the place is not there; nothing while that is not known */
  noPlace: boolean | undefined;
}

/** Says what a link names that is not there: a farm, or a place of the farm. */
export function Missing({ of: { farm, place }, shown, noPlace }: Props) {
  const linked = useRef(place.value);
  return (
    <>
      {farm.value && shown && shown.id !== farm.value && (
        <p class="fault">{t("The farm of this link is not there, or you may not see it. This is another one.")}</p>
      )}
      {place.value && place.value === linked.current && noPlace && (
        <p class="fault">{t("The place of this link is not there, has ended, or you may not see it.")}</p>
      )}
    </>
  );
}
