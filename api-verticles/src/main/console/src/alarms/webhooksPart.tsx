import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { AlarmWebhook, Farm } from "../api/bodies";
import { Fault } from "../fault";
import { useLoading } from "../loading";
import { useAction } from "../parts/action";
import { Confirm } from "../parts/confirm";
import { ChoiceField, TextField } from "../parts/field";
import { Loaded } from "../parts/loaded";
import { SecretOnce } from "../parts/secretOnce";
import { Card } from "../parts/sheet";
import { may } from "../rights";
import { counted, t, wordIn } from "../texts/texts";
import { timeFormat, words } from "../words";
import { addWebhook, deleteWebhook, deliveriesOf, testWebhook, webhooksOf } from "./alarms";
import { SeverityBadge } from "./severityBadge";

/** The addresses that get messages about the alarms of a farm; the secret of a new one is shown once. */
export function WebhooksPart({ farm }: { farm: Farm }) {
  const loaded = useLoading((signal) => webhooksOf(farm.id, signal), [farm.id]);
  const adding = useSignal(false);
  const secret = useSignal("");
  const tools = may("alarmRule:create", farm.id) && !adding.value && (
    <button class="strong" onClick={() => (adding.value = true)}>
      {t("New webhook")}
    </button>
  );
  const made = (text: string) => {
    adding.value = false;
    secret.value = text;
    loaded.again();
  };
  return (
    <>
      {secret.value && (
        <SecretOnce
          title={t("The secret of the webhook")}
          lines={[[t("Secret"), secret.value]]}
          close={() => (secret.value = "")}
        />
      )}
      <Card title={t("Webhooks")} tools={tools}>
        <p class="hint">
          {t("A webhook is an address of another program that gets each alarm when it begins and ends.")}
        </p>
        {adding.value && <WebhookForm farm={farm.id} made={made} close={() => (adding.value = false)} />}
        <Loaded of={loaded} what={t("Webhooks")}>
          {(all) => (
            <>
              {all.length === 0 && <p class="hint">{t("No webhook yet.")}</p>}
              <ul class="rows">
                {all.map((one) => (
                  <Row key={one.id} webhook={one} farm={farm} changed={loaded.again} />
                ))}
              </ul>
            </>
          )}
        </Loaded>
      </Card>
    </>
  );
}

interface FormProps {
  farm: string;
  made: (secret: string) => void;
  close: () => void;
}

const SEVERITIES = ["INFO", "WARNING", "CRITICAL"].map((one): [string, string] => [one, wordIn(words(one))]);

function WebhookForm({ farm, made, close }: FormProps) {
  const [name, url, severity] = [useSignal(""), useSignal("https://"), useSignal("INFO")];
  const { busy, fault, run } = useAction();
  const faults = fault.value?.violations;
  const body = () => ({ name: name.value.trim(), url: url.value.trim(), minimumSeverity: severity.value as never });
  return (
    <form
      class="form"
      aria-label={t("New webhook")}
      onSubmit={(event) => {
        event.preventDefault();
        run(
          () => addWebhook(farm, body()),
          (one) => made(one.secret),
        );
      }}
    >
      <div class="pair">
        <TextField
          label={t("Name")}
          needed
          max={200}
          at="/name"
          faults={faults}
          value={name.value}
          change={(text) => (name.value = text)}
        />
        <TextField
          label={t("URL")}
          needed
          type="url"
          at="/url"
          faults={faults}
          value={url.value}
          change={(text) => (url.value = text)}
        />
        <ChoiceField
          label={t("Alarms from this severity on")}
          needed
          options={SEVERITIES}
          at="/minimumSeverity"
          faults={faults}
          value={severity.value}
          change={(next) => (severity.value = next)}
        />
      </div>
      {fault.value && fault.value.violations.length === 0 && <Fault fault={fault.value} />}
      <div class="buttons">
        <button class="strong" disabled={busy.value}>
          {t("Make the webhook")}
        </button>
        <button type="button" class="plain" disabled={busy.value} onClick={close}>
          {t("Cancel")}
        </button>
      </div>
    </form>
  );
}

function Row({ webhook, farm, changed }: { webhook: AlarmWebhook; farm: Farm; changed: () => void }) {
  const { id, name, url, minimumSeverity, waiting, refused } = webhook;
  const opened = useSignal(false);
  const sent = useSignal(0);
  const { busy, fault, run } = useAction();
  const test = () =>
    run(
      () => testWebhook(farm.id, id),
      () => {
        opened.value = true;
        sent.value++;
      },
    );
  return (
    <li>
      <div>
        <p class="marks">
          <strong>{name}</strong>
          <SeverityBadge of={minimumSeverity} />
          {waiting > 0 && <span class="badge busy">{counted("{n} message waits|{n} messages wait", waiting)}</span>}
          {refused > 0 && (
            <span class="badge bad">{counted("{n} message did not fit|{n} messages did not fit", refused)}</span>
          )}
        </p>
        <p class="hint">{url}</p>
        {fault.value && <Fault fault={fault.value} />}
        <details open={opened.value} onToggle={(event) => (opened.value = event.currentTarget.open)}>
          <summary>{t("Latest messages")}</summary>
          {opened.value && <Deliveries farm={farm} id={id} sent={sent.value} />}
        </details>
      </div>
      <div class="buttons">
        <button
          class="plain"
          disabled={busy.value}
          aria-label={t("Send a test message to {name}", { name })}
          onClick={test}
        >
          {t("Send a test message")}
        </button>
        {may("alarmRule:delete", farm.id) && (
          <Confirm
            label={t("Delete")}
            sure={t("Delete it for ever")}
            name={t("Delete {name}", { name })}
            change={() => deleteWebhook(farm.id, webhook)}
            done={changed}
          />
        )}
      </div>
    </li>
  );
}

const LOOKS: Record<string, string> = { WAITING: "busy", DELIVERED: "good", FAILED: "bad" };
const TYPES = { "alarm.started": "Alarm began", "alarm.ended": "Alarm ended", "alarm.test": "Test" } as const;
/** A message that waits is looked at again. */
const AGAIN_MILLIS = 2_000;

/** @param sent counts the test messages that were sent here; the list is loaded again with each */
function Deliveries({ farm, id, sent }: { farm: Farm; id: string; sent: number }) {
  const loaded = useLoading((signal) => deliveriesOf(farm.id, id, signal), [id, sent]);
  const time = timeFormat(farm.timezone);
  const found = loaded.value.value;
  const isPending = found?.[0]?.state === "WAITING" && found[0].attempts === 0;
  useEffect(() => {
    const timer = isPending ? setTimeout(loaded.again, AGAIN_MILLIS) : undefined;
    return () => clearTimeout(timer);
  }, [found]);
  return (
    <Loaded of={loaded} what={t("Latest messages")}>
      {(all) => (
        <>
          {all.length === 0 && <p class="hint">{t("No message in the last days.")}</p>}
          <ul class="rows">
            {all.map((one) => (
              <li key={one.id}>
                <div>
                  <span class={`badge ${LOOKS[one.state]}`}>{wordIn(words(one.state))}</span> {t(TYPES[one.type])}
                  <p class="hint">
                    {[
                      time.format(new Date(one.createdAt)),
                      counted("{n} attempt|{n} attempts", one.attempts),
                      one.lastFailure ?? one.lastStatus,
                    ]
                      .filter((part) => part !== undefined)
                      .join(" · ")}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </Loaded>
  );
}
