import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Datastream, DeviceAccount, NewDeviceAccount, Thing } from "../api/bodies";
import { addressOf } from "../address";
import { Fault } from "../fault";
import type { Loading } from "../loading";
import { useAction } from "../parts/action";
import { Confirm } from "../parts/confirm";
import { Loaded } from "../parts/loaded";
import { Card } from "../parts/sheet";
import { may } from "../rights";
import { observedName, secondsOf, unitOf } from "../sensors/things";
import { counted, t, wordIn } from "../texts/texts";
import { quantityText } from "../units";
import { ageText, timeFormat, words } from "../words";
import { device } from "./choices";
import { mayAddAccount } from "./deviceForm";
import { accountOf, addAccount, endAccount } from "./devices";
import { topicOf } from "./lines";
import { QrCode } from "./qrCode";

const REFRESH_MILLIS = 15_000;

interface Props {
  farmId: string;
  thing: Thing;
  accounts: Loading<DeviceAccount[]>;
  made: (account: NewDeviceAccount) => void;
  again: () => void;
}

/** A device: its last values with their age, its account, and the messages that were refused. */
export function DeviceView({ farmId, thing, accounts, made, again }: Props) {
  const now = useClock(again);
  const streams = thing.Datastreams ?? [];
  return (
    <>
      <button class="link" onClick={() => (device.value = "")}>
        ‹ {t("All devices")}
      </button>
      <Card title={thing.name}>
        <p class="hint">{thing.description}</p>
        {streams.length === 0 && <p class="hint">{t("This thing has no datastream yet.")}</p>}
        <ul class="rows">
          {streams.map((one) => (
            <Value key={one["@iot.id"]} stream={one} now={now} />
          ))}
        </ul>
      </Card>
      <Loaded of={accounts} what={t("Account")}>
        {(all) => <Account farmId={farmId} thing={thing} account={accountOf(all, thing)} made={made} again={again} />}
      </Loaded>
      <Card title={t("On a phone")}>
        <p class="hint">{t("The code opens this page. Fix it to the device.")}</p>
        <QrCode text={location.origin + location.pathname + addressOf("devices")} label={t("Link to this page")} />
      </Card>
    </>
  );
}

/** The time, which goes on while the page is visible; each step loads again. */
function useClock(again: () => void): number {
  const now = useSignal(Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState !== "visible") return;
      now.value = Date.now();
      again();
    }, REFRESH_MILLIS);
    return () => clearInterval(timer);
  }, []);
  return now.value;
}

function resultText(result: unknown, unit: string): string {
  if (typeof result === "number") return quantityText(result, unit);
  return result === undefined || result === null ? t("no value") : JSON.stringify(result);
}

function Value({ stream, now }: { stream: Datastream; now: number }) {
  const last = stream.Observations?.[0];
  return (
    <li>
      <div>
        <strong>{wordIn(observedName(stream))}</strong>
        <p class="hint">
          <code>{topicOf(stream["@iot.id"])}</code>
        </p>
      </div>
      <span class="value">
        {resultText(last?.result, unitOf(stream))}
        {last && <small> {ageText(secondsOf(last.phenomenonTime) * 1000, Math.max(now, Date.now()))}</small>}
      </span>
    </li>
  );
}

interface AccountProps {
  farmId: string;
  thing: Thing;
  account: DeviceAccount | undefined;
  made: (account: NewDeviceAccount) => void;
  again: () => void;
}

function Account({ farmId, thing, account, made, again }: AccountProps) {
  const { busy, fault, run } = useAction();
  const add = () => addAccount(farmId, thing["@iot.id"]);
  const mayEnd = may("accessAssignment:delete", farmId);
  if (!account)
    return (
      <Card title={t("Account")}>
        <p class="hint">{t("Nothing can publish for this device yet: it has no account.")}</p>
        {fault.value && <Fault fault={fault.value} />}
        {mayAddAccount(farmId) && (
          <div class="buttons">
            <button class="strong" disabled={busy.value} onClick={() => run(add, made)}>
              {t("Make the account")}
            </button>
          </div>
        )}
      </Card>
    );
  return (
    <Card title={t("Account")}>
      <dl class="facts">
        <dt>{t("Name")}</dt>
        <dd>{account.name}</dd>
        <dt>{t("Made")}</dt>
        <dd>{timeFormat().format(new Date(account.createdAt))}</dd>
      </dl>
      <Refusals account={account} />
      {mayEnd && (
        <div class="buttons">
          {mayAddAccount(farmId) && (
            <Confirm
              label={t("New password")}
              sure={t("Replace the account")}
              change={() => endAccount(farmId, account.name).then(add)}
              done={made}
            >
              <p class="hint">{t("The account of now ends at once; the device needs the new name and password.")}</p>
            </Confirm>
          )}
          <Confirm
            label={t("End the account")}
            sure={t("End it now")}
            change={() => endAccount(farmId, account.name)}
            done={again}
          />
        </div>
      )}
    </Card>
  );
}

/** The messages of the account that were refused, by reason. */
function Refusals({ account }: { account: DeviceAccount }) {
  const time = timeFormat();
  return (
    <section aria-label={t("Refused messages")}>
      <h3>{t("Refused messages")}</h3>
      {account.refusals.length === 0 && <p class="hint">{t("None of its messages was refused.")}</p>}
      <ul class="rows">
        {account.refusals.map(({ reason, count, lastAt, topic, detail }) => (
          <li key={reason}>
            <div>
              <strong>{wordIn(words(reason.replaceAll("-", "_")))}</strong>
              <p class="hint">
                {t("last {time}", { time: time.format(new Date(lastAt)) })}: <code>{topic}</code> {detail}
              </p>
            </div>
            <span class="badge bad">{counted("{n} message refused|{n} messages refused", count)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
