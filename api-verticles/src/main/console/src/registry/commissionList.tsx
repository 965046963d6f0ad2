import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Commission, Service } from "../api/bodies";
import { Fault } from "../fault";
import { useLoading } from "../loading";
import { useAction } from "../parts/action";
import { Confirm } from "../parts/confirm";
import { Loaded } from "../parts/loaded";
import { Card } from "../parts/sheet";
import { may, mayAnywhere, mayOnPlatform } from "../rights";
import { counted, t, wordIn } from "../texts/texts";
import { timeFormat, words } from "../words";
import { OrderForm } from "./orderForm";
import { cancel, commissions, redeliver, results } from "./registry";
import { State } from "./states";

const REFRESH_MILLIS = 5000;

/** What has been ordered from a service, the newest first, with the state of work and delivery. */
export function CommissionList({ service }: { service: Service }) {
  const ordering = useSignal(false);
  const all = useLoading((signal) => commissions(service.id, signal), [service.id]);
  const open = all.value.value?.some(({ state }) => state === "OPEN") ?? false;
  useEffect(() => {
    if (!open) return;
    const timer = setInterval(all.again, REFRESH_MILLIS);
    return () => clearInterval(timer);
  }, [open]);
  const mayOrder = mayAnywhere("processingJob:create") && service.state === "ENABLED";
  const tools = mayOrder && !ordering.value && (
    <button class="strong" onClick={() => (ordering.value = true)}>
      {t("Order")}
    </button>
  );
  return (
    <Card title={t("Commissions")} tools={tools}>
      {ordering.value && (
        <OrderForm
          service={service}
          ordered={() => {
            ordering.value = false;
            all.again();
          }}
          close={() => (ordering.value = false)}
        />
      )}
      <Loaded of={all} what={t("Commissions")}>
        {(found) =>
          found.length === 0 ? (
            <p class="hint">{t("Nothing has been ordered from this service yet.")}</p>
          ) : (
            <ul class="rows">
              {found.map((one) => (
                <Row key={one.id} commission={one} changed={all.again} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function Row({ commission, changed }: { commission: Commission; changed: () => void }) {
  const { id, serviceId, farmId, state, delivery, fieldIds, startsAt, endsAt, orderedAt, endReason } = commission;
  const time = timeFormat(undefined);
  const { busy, fault, run } = useAction();
  const mayEnd = state === "OPEN" && may("processingJob:update", farmId);
  const maintains = mayOnPlatform("registeredService:update");
  return (
    <li>
      <div>
        <strong>{t("Ordered {time}", { time: time.format(new Date(orderedAt)) })}</strong>
        <p class="hint">
          {fieldIds && `${counted("{n} field|{n} fields", fieldIds.length)} · `}
          {t("{from} to {to}", { from: time.format(new Date(startsAt)), to: time.format(new Date(endsAt)) })}
        </p>
        <p class="hint">
          {t("Message")}: {wordIn(words(delivery.state))}
          {delivery.tries > 1 && `, ${counted("{n} try|{n} tries", delivery.tries)}`}
        </p>
        {endReason && <p>{endReason}</p>}
        {state === "COMPLETED" && <Results service={serviceId} commission={id} />}
        {fault.value && <Fault fault={fault.value} />}
      </div>
      <div class="buttons">
        <State state={state} />
        {delivery.state === "DEAD" && (mayEnd || maintains) && (
          <button class="plain" disabled={busy.value} onClick={() => run(() => redeliver(serviceId, id), changed)}>
            {t("Deliver again")}
          </button>
        )}
        {mayEnd && (
          <Confirm
            label={t("Cancel the commission")}
            sure={t("Cancel it now")}
            reason={t("Reason")}
            change={(reason) => cancel(serviceId, id, reason)}
            done={changed}
          />
        )}
      </div>
    </li>
  );
}

/** The results of a commission, loaded when they are opened. */
function Results({ service, commission }: { service: string; commission: string }) {
  const shown = useSignal(false);
  const loaded = useLoading(
    (signal) => (shown.value ? results(service, commission, signal) : undefined),
    [commission, shown.value],
  );
  return (
    <details onToggle={(event) => (shown.value = event.currentTarget.open)}>
      <summary>{t("Results")}</summary>
      {shown.value && (
        <Loaded of={loaded} what={t("Results")}>
          {(found) =>
            found.length === 0 ? (
              <p class="hint">{t("The service has written no result.")}</p>
            ) : (
              <ul>
                {found.map((one) => (
                  <li key={String(one["id"])}>{lineOf(one)}</li>
                ))}
              </ul>
            )
          }
        </Loaded>
      )}
    </details>
  );
}

const lineOf = ({ name, kind, value, unit }: Record<string, unknown>) =>
  [name ?? wordIn(words(typeof kind === "string" ? kind : "Result")), value, unit === "1" ? "" : unit]
    .filter((part) => typeof part === "string" || typeof part === "number")
    .join(" ");
