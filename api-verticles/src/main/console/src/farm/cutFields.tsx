import { t } from "../texts/texts";

/** Says that there are more fields than the page draws. */
export const CutFields = ({ at }: { at: number | undefined }) =>
  at === undefined ? null : (
    <p class="fault">{t("There are more fields than the {n} that are shown here.", { n: at })}</p>
  );
