import type { Farm } from "../api/bodies";
import { Fault } from "../fault";
import { useLoading } from "../loading";
import { reachable } from "../offline/network";
import { useAction } from "../parts/action";
import { Confirm } from "../parts/confirm";
import { Card } from "../parts/sheet";
import { t } from "../texts/texts";
import { timeFormat } from "../words";
import { canNotify, endNotification, notifications, notify } from "./notify";

/** The switch of this browser's notifications, and the other browsers of the person. */
export function NotifyPart({ farm: { id, timezone } }: { farm: Farm }) {
  const loaded = useLoading((signal) => notifications(id, signal), [id]);
  const { busy, fault, run } = useAction();
  const { publicKey, own, others } = loaded.value.value ?? {};
  if (!reachable.value || !publicKey) return null;
  const denied = canNotify() && Notification.permission === "denied";
  const change = () => run(() => (own ? endNotification(id, own.id) : notify(id, publicKey)), loaded.again);
  return (
    <Card title={t("Notifications")}>
      <label class="tick">
        <input
          type="checkbox"
          checked={(own !== undefined) !== busy.value} // as it will be
          disabled={busy.value || !canNotify() || (denied && !own)}
          onChange={change}
        />
        {t("Notify this browser")}
      </label>
      <p class="hint">
        {!canNotify()
          ? t("This browser cannot be notified. On a phone, install the console as an app and try it there.")
          : denied
            ? t("You have refused notifications of this site. The settings of the browser can allow them.")
            : t("It shows each alarm of this farm when it begins and ends, also while the console is closed.")}
      </p>
      {fault.value && <Fault fault={fault.value} />}
      {others && others.length > 0 && (
        <>
          <p>{t("Your other browsers that are notified:")}</p>
          <ul class="rows">
            {others.map(({ id: one, endpoint, createdAt }) => {
              const name = `${new URL(endpoint).hostname}, ${timeFormat(timezone).format(new Date(createdAt))}`;
              return (
                <li key={one}>
                  <div>{name}</div>
                  <Confirm
                    label={t("Remove")}
                    sure={t("Remove it")}
                    name={t("Remove {name}", { name })}
                    change={() => endNotification(id, one)}
                    done={loaded.again}
                  />
                </li>
              );
            })}
          </ul>
        </>
      )}
    </Card>
  );
}
