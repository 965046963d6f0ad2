import { useSignal } from "@preact/signals";
import type { AlarmRule } from "../api/bodies";
import { farmWork } from "../tasks/work";
import { Fault } from "../fault";
import { useLoading } from "../loading";
import { useAction } from "../parts/action";
import { Confirm } from "../parts/confirm";
import { Loaded } from "../parts/loaded";
import { Opened } from "../parts/opened";
import { Card } from "../parts/sheet";
import { may } from "../rights";
import { streamName, unitOf } from "../sensors/things";
import { t } from "../texts/texts";
import { changeRule, deleteRule, rule as loadRule, ruleText, rulesOf, streamOf } from "./alarms";
import type { AlarmProps } from "./alarmsPage";
import { RuleForm } from "./ruleForm";
import { SeverityBadge } from "./severityBadge";

/** The rules of a farm; one at a time is made or changed. */
export function RulesPart({ farm, named }: AlarmProps) {
  const loaded = useLoading((signal) => Promise.all([rulesOf(farm.id, signal), farmWork(farm.id, signal)]), [farm.id]);
  /** id of the rule in the form; "new" for another one */
  const open = useSignal("");
  /** the list may be older than what was opened */
  const closed = () => {
    open.value = "";
    loaded.again();
  };
  const tools = may("alarmRule:create", farm.id) && open.value !== "new" && (
    <button class="strong" onClick={() => (open.value = "new")}>
      {t("New rule")}
    </button>
  );
  return (
    <Card title={t("Rules")} tools={tools}>
      <Loaded of={loaded} what={t("Rules")}>
        {([rules, { fields }]) => {
          const form = { farm, named, fields, saved: closed, close: () => (open.value = "") };
          return (
            <>
              {open.value === "new" && <RuleForm {...form} />}
              {rules.length === 0 && (
                <p class="hint">
                  {t("No rule yet. A rule makes an alarm of a value, of a silent sensor or of a task.")}
                </p>
              )}
              <ul class="rows">
                {rules.map((rule) =>
                  open.value === rule.id ? (
                    <li key={rule.id}>
                      <div>
                        <Opened load={(signal) => loadRule(rule.id, signal)} what={rule.name}>
                          {({ record, version }, newest) => (
                            <RuleForm {...form} rule={record} {...{ version, newest }} close={closed} />
                          )}
                        </Opened>
                      </div>
                    </li>
                  ) : (
                    <Row
                      key={rule.id}
                      {...{ rule, farm, named }}
                      edit={() => (open.value = rule.id)}
                      changed={loaded.again}
                    />
                  ),
                )}
              </ul>
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}

type RowProps = AlarmProps & { rule: AlarmRule; edit: () => void; changed: () => void };

function Row({ rule, farm, named, edit, changed }: RowProps) {
  const { name, severity, enabled, datastreamId, note } = rule;
  const { busy, fault, run, instead } = useAction();
  const stream = streamOf(named, datastreamId);
  const isOff = enabled === false;
  return (
    <li>
      <div>
        <p class="marks">
          <SeverityBadge of={severity ?? "WARNING"} />
          <strong>{name}</strong>
          {isOff && <span class="badge">{t("Off")}</span>}
        </p>
        <p>
          {[stream && streamName(stream), ruleText(rule, stream ? unitOf(stream.of) : "")].filter(Boolean).join(": ")}
        </p>
        {note && <p class="hint">{note}</p>}
        {fault.value && <Fault fault={fault.value} newest={instead(changed)} />}
      </div>
      <div class="buttons">
        {may("alarmRule:update", farm.id) && (
          <>
            <button class="plain" aria-label={t("Edit {name}", { name })} onClick={edit}>
              {t("Edit")}
            </button>
            <button
              class="plain"
              disabled={busy.value}
              aria-label={t(isOff ? "Switch on {name}" : "Switch off {name}", { name })}
              onClick={() => run(() => changeRule(rule, { enabled: isOff }), changed)}
            >
              {t(isOff ? "Switch on" : "Switch off")}
            </button>
          </>
        )}
        {may("alarmRule:delete", farm.id) && (
          <Confirm
            label={t("Delete")}
            sure={t("Delete it for ever")}
            name={t("Delete {name}", { name })}
            change={() => deleteRule(rule)}
            done={changed}
          />
        )}
      </div>
    </li>
  );
}
