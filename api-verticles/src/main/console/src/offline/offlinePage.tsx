import { useSignal } from "@preact/signals";
import { eventsOf, namesOf } from "../alarms/alarms";
import { EventText } from "../alarms/eventsPart";
import { changedAlarms } from "../alarms/openAlarms";
import type { Farm } from "../api/bodies";
import { farms } from "../farm/farms";
import { Fault } from "../fault";
import { useLoading } from "../loading";
import { useAction } from "../parts/action";
import { Confirm } from "../parts/confirm";
import { Loaded } from "../parts/loaded";
import { Card, Sheet } from "../parts/sheet";
import { may } from "../rights";
import { Select } from "../select";
import { person } from "../session";
import { t } from "../texts/texts";
import { ageText, timeFormat } from "../words";
import { ChangeList } from "./changeList";
import { forgetFarm, keepFarm, type KeptFarm, keptFarm, progress } from "./farmCopy";
import { canKeep, installer } from "./install";
import { reachable } from "./network";
import "./offline.css";
import { clear, outbox, send, waiting } from "./outbox";
import { forget } from "./store";

/** What this device keeps for times without a network: the changes of the person, and a farm. */
export function OfflinePage() {
  return (
    <Sheet title={t("Offline")}>
      <Changes />
      {keptFarm.value && may("alarmEvent:read", keptFarm.value.farm) && <AlarmsCard {...keptFarm.value} />}
      <FarmCard />
      <InstallCard />
    </Sheet>
  );
}

function Changes() {
  const { busy, run } = useAction();
  const all = outbox.value;
  const tools = (
    <>
      {waiting.value.length > 0 && reachable.value && (
        <button class="strong" disabled={busy.value} onClick={() => run(send, () => {})}>
          {t("Send now")}
        </button>
      )}
      {all.some(({ fate }) => fate === "sent") && (
        <button class="plain" disabled={busy.value} onClick={() => run(clear, () => {})}>
          {t("Clear the sent ones")}
        </button>
      )}
    </>
  );
  return (
    <Card title={t("Changes made here")} tools={tools}>
      {all.length === 0 ? (
        <p class="hint">
          {t(
            "None. Tasks, activities, records and photos of times without a network are kept here until they are sent.",
          )}
        </p>
      ) : (
        <ChangeList entries={all} />
      )}
    </Card>
  );
}

const SHOWN_ALARMS = 5;
const time = timeFormat();

/** The last alarms of the kept farm; without a network those that were read last. */
function AlarmsCard({ farm, name, at }: KeptFarm) {
  const loaded = useLoading(
    (signal) => Promise.all([eventsOf(farm, signal), namesOf(farm, signal)]),
    [farm, at, changedAlarms.value],
  );
  return (
    <Card
      title={t("Alarms of {name}", { name })}
      tools={
        <a class="plain" href={`#page=alarms&farm=${farm}`}>
          {t("Show")}
        </a>
      }
    >
      <Loaded of={loaded} what={t("Alarms")}>
        {([events, named]) => (
          <>
            {events.length === 0 && <p class="hint">{t("No alarm in the last weeks.")}</p>}
            <ul class="rows">
              {events.slice(0, SHOWN_ALARMS).map((event) => (
                <li key={event.id}>
                  <div>
                    <EventText event={event} named={named} time={time} />
                  </div>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Card>
  );
}

function FarmCard() {
  const loaded = useLoading(farms, []);
  const kept = keptFarm.value;
  return (
    <Card title={t("A farm on this device")}>
      {kept ? (
        <p>{t("{name} was read {age}.", { name: kept.name, age: ageText(kept.at) })}</p>
      ) : (
        <p class="hint">
          {t("Pages that you have opened can be opened again without a network. Keep a whole farm before you go.")}
        </p>
      )}
      <Loaded of={loaded} what={t("Farm")}>
        {(all) => {
          const own = all.filter(({ id }) => may("field:read", id)); // an administrator knows all farms
          return own.length > 0 ? <KeepFarm all={own} /> : <p class="hint">{t("You have no farm yet.")}</p>;
        }}
      </Loaded>
      <div class="buttons">
        <Confirm
          label={t("Remove what is kept here")}
          sure={t("Remove it")}
          change={() => forget(person()?.subject ?? "", true)}
          done={forgetFarm}
        >
          <p class="hint">{t("Your changes stay until they are sent.")}</p>
        </Confirm>
      </div>
    </Card>
  );
}

function KeepFarm({ all }: { all: Farm[] }) {
  const chosen = useSignal(keptFarm.peek()?.farm ?? all[0]!.id);
  const { busy, fault, run } = useAction();
  const farm = all.find(({ id }) => id === chosen.value) ?? all[0]!;
  const share = progress.value;
  return (
    <>
      <div class="buttons keep-farm">
        {all.length > 1 && (
          <Select
            label={t("Farm")}
            value={farm.id}
            options={all.map(({ id, name }) => [id, name || id])}
            change={(id) => (chosen.value = id)}
          />
        )}
        <button
          class="strong"
          disabled={busy.value || !reachable.value}
          onClick={() =>
            run(
              () => keepFarm(farm),
              () => {},
            )
          }
        >
          {keptFarm.value?.farm === farm.id
            ? t("Read it again")
            : t("Keep {name} here", { name: farm.name ?? farm.id })}
        </button>
      </div>
      {share && (
        <label class="sending">
          <span>{t("{done} of {n} read", { done: share.done, n: share.total })}</span>
          <progress max={share.total} value={share.done} />
        </label>
      )}
      {fault.value && <Fault fault={fault.value} />}
    </>
  );
}

function InstallCard() {
  const install = installer.value;
  return (
    <Card title={t("The console as an app")}>
      {!canKeep() && <p class="fault">{t("Without https this browser cannot open the console without a network.")}</p>}
      {install ? (
        <div class="buttons">
          <button class="strong" onClick={install}>
            {t("Install it")}
          </button>
        </div>
      ) : (
        <p class="hint">{t("The menu of the browser has “Install” or “Add to home screen”.")}</p>
      )}
    </Card>
  );
}
