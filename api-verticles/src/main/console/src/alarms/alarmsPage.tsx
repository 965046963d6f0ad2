import type { Farm } from "../api/bodies";
import { FarmSheet } from "../farm/farmSheet";
import { useLoading } from "../loading";
import { may } from "../rights";
import { t } from "../texts/texts";
import { namesOf, type Named } from "./alarms";
import { farm, part } from "./choices";
import { EventsPart } from "./eventsPart";
import { NotifyPart } from "./notifyPart";
import { openAlarms } from "./openAlarms";
import { RulesPart } from "./rulesPart";
import { WebhooksPart } from "./webhooksPart";

/** What every part of the page of alarms gets. */
export interface AlarmProps {
  farm: Farm;
  named: Named;
}

function partsOf(chosen: Farm | undefined): [string, string][] {
  const parts: [string, string][] = [["events", t("Alarms")]];
  if (chosen && may("alarmRule:read", chosen.id)) parts.push(["rules", t("Rules")]);
  if (chosen && may("alarmRule:update", chosen.id)) parts.push(["webhooks", t("Webhooks")]);
  return parts;
}

/** The name of a farm with the number of its open alarms. */
function nameOf({ id, name }: Farm): string {
  const open = openAlarms.value.filter(({ farmId }) => farmId === id).length;
  return (name || id) + (open > 0 ? ` (${open})` : "");
}

/** The alarms of a farm, the rules that make them, and the addresses that are told. */
export function AlarmsPage() {
  return (
    <FarmSheet title={t("Alarms")} parts={partsOf} part={part} farm={farm} nameOf={nameOf}>
      {(chosen) => <Parts key={chosen.id} farm={chosen} />}
    </FarmSheet>
  );
}

const NOTHING: Named = { streams: [], tasks: [] };

function Parts({ farm: chosen }: { farm: Farm }) {
  const names = useLoading((signal) => namesOf(chosen.id, signal), [chosen.id]);
  const props = { farm: chosen, named: names.value.value ?? NOTHING };
  const shown = partsOf(chosen).find(([id]) => id === part.value)?.[0];
  if (shown === "rules") return <RulesPart {...props} />;
  if (shown === "webhooks") return <WebhooksPart farm={chosen} />;
  return (
    <>
      <EventsPart {...props} again={names.again} />
      <NotifyPart farm={chosen} />
    </>
  );
}
