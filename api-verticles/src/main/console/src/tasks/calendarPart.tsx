import type { Activity, FarmRecord } from "../api/bodies";
import { records } from "../farm/farms";
import { useLoading } from "../loading";
import { Loaded } from "../parts/loaded";
import { Card } from "../parts/sheet";
import { labelOf } from "../records/labels";
import { Select } from "../select";
import { locale } from "../texts/locale";
import { t } from "../texts/texts";
import { dayIn, type Entry, entriesByDay, monthAfter, monthOf, weeksOf } from "./calendar";
import { field, month, openActivity, openTask, part } from "./choices";
import { activitiesOf, nameOf, tasksOf } from "./work";
import type { WorkProps } from "./workPage";

const nameOfEntry = (entry: Activity | FarmRecord) => ("payload" in entry ? labelOf(entry.type) : nameOf(entry));

/** The tasks, activities and records of a field by days. */
export function CalendarPart({ farm, work }: WorkProps) {
  const chosen = work.fields.find(({ id }) => id === field.value) ?? work.fields[0];
  const loaded = useLoading(
    async (signal) => {
      if (!chosen) return new Map<string, Entry[]>();
      const place = { id: chosen.id, kind: "field", name: chosen.name, fieldId: chosen.id } as const;
      const [tasks, activities, made] = await Promise.all([
        tasksOf(farm.id, signal),
        activitiesOf(farm.id, signal),
        records(farm.id, place, signal),
      ]);
      return entriesByDay(
        tasks.filter(({ fieldId }) => fieldId === chosen.id),
        activities.filter(({ fieldId }) => fieldId === chosen.id),
        made,
        nameOfEntry,
        farm.timezone,
      );
    },
    [farm.id, chosen?.id],
  );
  if (!chosen) return <p class="hint card">{t("This farm has no fields yet.")}</p>;
  return (
    <Card
      title={t("Calendar of {name}", { name: chosen.name })}
      tools={
        <div class="farm-choice">
          <Select
            label={t("Field")}
            value={chosen.id}
            options={work.fields.map(({ id, name }) => [id, name])}
            change={(id) => (field.value = id)}
          />
        </div>
      }
    >
      {field.value && field.value !== chosen.id && (
        <p class="fault">{t("The place of this link is not there, has ended, or you may not see it.")}</p>
      )}
      <Loaded of={loaded} what={t("Calendar")}>
        {(days) => <Month days={days} timezone={farm.timezone} />}
      </Loaded>
    </Card>
  );
}

const monthName = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" });
const weekday = new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" });
const longDay = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeZone: "UTC" });
const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);

function Month({ days, timezone }: { days: Map<string, Entry[]>; timezone: string | undefined }) {
  const today = dayIn(new Date().toISOString(), timezone);
  const latest = [...days.keys()]
    .filter((day) => day <= today)
    .sort()
    .at(-1);
  const shown = month.value || monthOf(latest ?? today);
  const weeks = weeksOf(shown);
  const go = (count: number) => (month.value = monthAfter(shown, count));
  return (
    <>
      <div class="buttons month">
        <button class="plain" aria-label={t("Month before")} onClick={() => go(-1)}>
          ‹
        </button>
        <strong aria-live="polite">{monthName.format(dateOf(`${shown}-01`))}</strong>
        <button class="plain" aria-label={t("Month after")} onClick={() => go(1)}>
          ›
        </button>
        <button class="plain" onClick={() => (month.value = monthOf(today))}>
          {t("This month")}
        </button>
      </div>
      <div class="calendar-scroll">
        <table class="calendar">
          <thead>
            <tr>
              {weeks[0]!.map((day) => (
                <th key={day} scope="col">
                  {weekday.format(dateOf(day))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week[0]}>
                {week.map((day) => (
                  <Day
                    key={day}
                    day={day}
                    entries={days.get(day)}
                    isOther={monthOf(day) !== shown}
                    isToday={day === today}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {!weeks.flat().some((day) => monthOf(day) === shown && days.has(day)) && (
          <p class="hint quiet-month">{t("Nothing planned or done yet.")}</p>
        )}
      </div>
    </>
  );
}

interface DayProps {
  day: string;
  entries: Entry[] | undefined;
  isOther: boolean;
  isToday: boolean;
}

function Day({ day, entries, isOther, isToday }: DayProps) {
  return (
    <td class={`${isOther ? "other" : ""} ${isToday ? "today" : ""}`}>
      <time dateTime={day} data-weekday={weekday.format(dateOf(day))} aria-label={longDay.format(dateOf(day))}>
        {Number(day.slice(8))}
      </time>
      {entries?.map((entry) => (
        <DayEntry key={entry.id} entry={entry} />
      ))}
    </td>
  );
}

const open = ({ kind, id }: Entry) => {
  if (kind === "task") openTask.value = id;
  else openActivity.value = id;
  part.value = kind === "task" ? "tasks" : "activities";
};

function DayEntry({ entry }: { entry: Entry }) {
  const { kind, name, state } = entry;
  const title = state ? `${name}, ${labelOf(state)}` : name;
  if (kind === "record")
    return (
      <span class="entry record" title={title}>
        {name}
      </span>
    );
  return (
    <button class={`entry ${kind} ${state.toLowerCase()}`} title={title} onClick={() => open(entry)}>
      {name}
    </button>
  );
}
