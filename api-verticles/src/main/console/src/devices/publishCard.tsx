import { useSignal } from "@preact/signals";
import type { NewDeviceAccount, Thing } from "../api/bodies";
import { Fault } from "../fault";
import { useLoading } from "../loading";
import { SecretOnce } from "../parts/secretOnce";
import { Select } from "../select";
import { observedName } from "../sensors/things";
import { t, wordIn } from "../texts/texts";
import { broker } from "./devices";
import { arduino, AUTHORITY, mosquitto, type Publishing, python } from "./lines";

interface Props {
  account: NewDeviceAccount;
  thing: Thing;
  close: () => void;
}

/** The password of a new account, this once, with the lines that publish. */
export function PublishCard({ account, thing, close }: Props) {
  const found = useLoading(broker, []);
  const streams = thing.Datastreams ?? [];
  const chosen = useSignal(streams[0]?.["@iot.id"] ?? 0);
  const lines = (at: Publishing["broker"]): [string, string][] => {
    const publishing = { broker: at, account: account.name, password: account.password, datastream: chosen.value };
    return [
      ["mosquitto_pub", mosquitto(publishing)],
      ["Python (paho-mqtt)", python(publishing)],
      ["Arduino (PubSubClient)", arduino(publishing)],
    ];
  };
  const at = found.value.value;
  return (
    <SecretOnce
      title={t("Password of {name}", { name: thing.name })}
      lines={[
        [t("Account"), account.name],
        [t("Password"), account.password],
        ...(at && streams.length > 0 ? lines(at) : []),
      ]}
      close={close}
    >
      {at && streams.length > 1 && (
        <Select
          label={t("Lines for")}
          value={String(chosen.value)}
          options={streams.map((one) => [String(one["@iot.id"]), wordIn(observedName(one))])}
          change={(id) => (chosen.value = Number(id))}
        />
      )}
      {at?.encrypted && <p class="hint">{t("{file} is in the data folder of the platform.", { file: AUTHORITY })}</p>}
      {at === null && <p class="hint">{t("This platform takes no messages over MQTT.")}</p>}
      {found.fault.value && <Fault fault={found.fault.value} retry={found.again} />}
    </SecretOnce>
  );
}
