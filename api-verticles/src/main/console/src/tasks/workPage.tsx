import type { Farm } from "../api/bodies";
import { farms } from "../farm/farms";
import { type Loading, useLoading } from "../loading";
import { Loaded } from "../parts/loaded";
import { Sheet } from "../parts/sheet";
import { Select } from "../select";
import { t } from "../texts/texts";
import { ActivityPart } from "./activityPart";
import { Board } from "./board";
import { CalendarPart } from "./calendarPart";
import { farm, field, openActivity, openTask, part } from "./choices";
import "./tasks.css";
import { WorkersPart } from "./workersPart";
import { type FarmWork, farmWork } from "./work";
import { may } from "../rights";

/** What every part of the page of work gets. */
export interface WorkProps {
  farm: Farm;
  work: FarmWork;
}

const change = (id: string) => {
  openTask.value = "";
  openActivity.value = "";
  field.value = "";
  farm.value = id;
};

/** The work of a farm: tasks on a board, activities, and the calendar of a field. */
export function WorkPage() {
  const all = useLoading(farms, []);
  const chosen = all.value.value?.find(({ id }) => id === farm.value) ?? all.value.value?.[0];
  const loaded = useLoading((signal) => (chosen ? farmWork(chosen.id, signal) : undefined), [chosen?.id]);
  const parts: [string, string][] = [
    ["tasks", t("Tasks")],
    ["activities", t("Activities")],
    ["calendar", t("Calendar")],
  ];
  if (chosen && may("worker:read", chosen.id)) parts.push(["people", t("People")]);
  return (
    <Sheet title={t("Work")} parts={parts} part={part} tools={<FarmChoice all={all} chosen={chosen} />}>
      {all.value.value?.length === 0 && (
        <p class="hint card">{t("You have no farm yet. Create one, or ask its owner for access.")}</p>
      )}
      {farm.value && all.value.value && chosen?.id !== farm.value && (
        <p class="fault card">{t("The farm of this link is not there, or you may not see it. This is another one.")}</p>
      )}
      <Loaded of={chosen ? loaded : (all as Loading<never>)} what={t("Work")}>
        {(work) => chosen && <Part farm={chosen} work={work} changed={loaded.again} />}
      </Loaded>
    </Sheet>
  );
}

function FarmChoice({ all, chosen }: { all: Loading<Farm[]>; chosen: Farm | undefined }) {
  const found = all.value.value ?? [];
  if (!chosen || found.length < 2) return null;
  return (
    <div class="tools farm-choice">
      <Select
        label={t("Farm")}
        value={chosen.id}
        options={found.map(({ id, name }) => [id, name || id])}
        change={change}
      />
    </div>
  );
}

function Part({ changed, ...props }: WorkProps & { changed: () => void }) {
  if (!("fields" in props.work)) return null; // the farms of a person without one
  switch (part.value) {
    case "activities":
      return <ActivityPart {...props} />;
    case "calendar":
      return <CalendarPart {...props} />;
    case "people":
      return <WorkersPart {...props} changed={changed} />;
    default:
      return <Board {...props} />;
  }
}
