import { t } from "../texts/texts";

/** The progress of an upload. */
export function Progress({ share, name }: { share: number; name: string }) {
  return (
    <label class="sending">
      <span>{t("Sending {name}: {percent} %", { name, percent: Math.round(share * 100) })}</span>
      <progress max={1} value={share} />
    </label>
  );
}
