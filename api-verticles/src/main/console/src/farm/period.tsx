import type { ComponentChildren } from "preact";
import type { CultivationPeriod } from "../api/bodies";
import { utcDay } from "../dates";
import { labelOf } from "../records/labels";
import { t } from "../texts/texts";

const day = (date: string | undefined) => (date ? utcDay.format(new Date(date)) : t("open"));

interface Props {
  of: CultivationPeriod;
  children?: ComponentChildren;
}

/** A crop with its season. */
export function Period({ of: { crop, variety, seasonYear, startsAt, endsAt, status }, children }: Props) {
  return (
    <li>
      <header>
        <strong>{[seasonYear, labelOf(crop ?? "Crop"), variety].filter(Boolean).join(" ")}</strong>
        <span>
          {day(startsAt)} – {day(endsAt)}
          {status && `, ${labelOf(status).toLowerCase()}`}
        </span>
      </header>
      {children}
    </li>
  );
}
