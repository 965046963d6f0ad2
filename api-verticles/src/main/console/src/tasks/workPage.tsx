import type { Farm } from "../api/bodies";
import { CutFields } from "../farm/cutFields";
import { FarmSheet } from "../farm/farmSheet";
import { useLoading } from "../loading";
import { Loaded } from "../parts/loaded";
import { t } from "../texts/texts";
import { ActivityPart } from "./activityPart";
import { Board } from "./board";
import { CalendarPart } from "./calendarPart";
import { farm, field, openActivity, openTask, part } from "./choices";
import { MachinesPart } from "./machinesPart";
import { ProductsPart } from "./productsPart";
import "./tasks.css";
import { WorkersPart } from "./workersPart";
import { type FarmWork, farmWork } from "./work";
import { may } from "../rights";

/** What every part of the page of work gets. */
export interface WorkProps {
  farm: Farm;
  work: FarmWork;
}

const left = () => {
  openTask.value = "";
  openActivity.value = "";
  field.value = "";
};

function partsOf(chosen: Farm | undefined): [string, string][] {
  const parts: [string, string][] = [
    ["tasks", t("Tasks")],
    ["activities", t("Activities")],
    ["calendar", t("Calendar")],
  ];
  if (chosen && may("worker:read", chosen.id)) parts.push(["people", t("People")]);
  if (chosen && may("machine:read", chosen.id)) parts.push(["machines", t("Machines")]);
  if (chosen && may("product:read", chosen.id)) parts.push(["products", t("Products")]);
  return parts;
}

/** The work of a farm: tasks on a board, activities, and the calendar of a field. */
export const WorkPage = () => (
  <FarmSheet title={t("Work")} parts={partsOf} part={part} farm={farm} left={left}>
    {(chosen) => <Work farm={chosen} />}
  </FarmSheet>
);

function Work({ farm: chosen }: { farm: Farm }) {
  const loaded = useLoading((signal) => farmWork(chosen.id, signal), [chosen.id]);
  return (
    <Loaded of={loaded} what={t("Work")}>
      {(work) => (
        <>
          <CutFields at={work.cutAt} />
          <Part farm={chosen} work={work} changed={loaded.again} />
        </>
      )}
    </Loaded>
  );
}

function Part({ changed, ...props }: WorkProps & { changed: () => void }) {
  const isOffered = partsOf(props.farm).some(([id]) => id === part.value);
  switch (isOffered ? part.value : "") {
    case "activities":
      return <ActivityPart {...props} />;
    case "calendar":
      return <CalendarPart {...props} />;
    case "people":
      return <WorkersPart {...props} changed={changed} />;
    case "machines":
      return <MachinesPart {...props} changed={changed} />;
    case "products":
      return <ProductsPart farm={props.farm} />;
    default:
      return <Board {...props} />;
  }
}
