import { useSignal } from "@preact/signals";
import type { Activity } from "../api/bodies";
import { useLoading } from "../loading";
import { Loaded } from "../parts/loaded";
import { Card } from "../parts/sheet";
import { State } from "../registry/states";
import { isWaiting } from "../offline/waiting";
import { may } from "../rights";
import { t } from "../texts/texts";
import { quantityText } from "../units";
import { timeFormat } from "../words";
import { ActivityForm } from "./activityForm";
import { ActivityView } from "./activityView";
import { openActivity } from "./choices";
import { activitiesOf, nameOf, timeOf } from "./work";
import type { WorkProps } from "./workPage";

/** The activities of a farm, and the open one. */
export function ActivityPart({ farm, work }: WorkProps) {
  const adding = useSignal(false);
  const loaded = useLoading((signal) => activitiesOf(farm.id, signal), [farm.id]);
  if (openActivity.value)
    return (
      <ActivityView
        key={openActivity.value}
        id={openActivity.value}
        farm={farm}
        work={work}
        close={() => {
          openActivity.value = "";
          loaded.again();
        }}
      />
    );
  const tools = may("activity:create", farm.id) && !adding.value && (
    <button class="strong" onClick={() => (adding.value = true)}>
      {t("Add an activity")}
    </button>
  );
  return (
    <Card title={t("Activities")} tools={tools}>
      {adding.value && (
        <ActivityForm
          farm={farm}
          work={work}
          saved={(made) => {
            adding.value = false;
            openActivity.value = made.id;
            loaded.again();
          }}
          close={() => (adding.value = false)}
        />
      )}
      <Loaded of={loaded} what={t("Activities")}>
        {(all) =>
          all.length === 0 ? (
            <p class="hint">{t("Nothing planned or done yet.")}</p>
          ) : (
            <ul class="rows">
              {all.map((one) => (
                <ActivityRow key={one.id} activity={one} farm={farm} work={work} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function ActivityRow({ activity, farm, work }: WorkProps & { activity: Activity }) {
  const { id, fieldId, status, area, areaUnit } = activity;
  const time = timeFormat(farm.timezone);
  const facts = [
    work.fields.find((one) => one.id === fieldId)?.name,
    time.format(new Date(timeOf(activity))),
    area !== undefined && quantityText(area, areaUnit ?? ""),
  ];
  return (
    <li>
      <div>
        <button class="link" onClick={() => (openActivity.value = id)}>
          {nameOf(activity)}
        </button>
        <p class="hint">{facts.filter(Boolean).join(" · ")}</p>
        {isWaiting(id) && <span class="badge busy">{t("Not sent yet")}</span>}
      </div>
      <State state={status} />
    </li>
  );
}
