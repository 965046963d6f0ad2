import { useSignal } from "@preact/signals";
import type { DeviceAccount, NewDeviceAccount, Thing } from "../api/bodies";
import { farms } from "../farm/farms";
import { type Loading, useLoading } from "../loading";
import { Confirm } from "../parts/confirm";
import { Loaded } from "../parts/loaded";
import { Card, Sheet } from "../parts/sheet";
import { may } from "../rights";
import { Select } from "../select";
import { counted, t } from "../texts/texts";
import { device, farm } from "./choices";
import { DeviceForm } from "./deviceForm";
import "./devices.css";
import { accountOf, accounts, devices, endAccount } from "./devices";
import { DeviceView } from "./deviceView";
import { PublishCard } from "./publishCard";

/** The devices of a farm: making them, what they send, and what of it was refused. */
export function DevicesPage() {
  const all = useLoading(farms, []);
  return (
    <Sheet title={t("Devices")}>
      <Loaded of={all} what={t("Farms")}>
        {(found) => {
          const chosen = found.find(({ id }) => id === farm.value) ?? found[0];
          if (!chosen)
            return <p class="hint">{t("You have no farm yet. Ask for access to one. Then reload the page.")}</p>;
          return (
            <>
              {found.length > 1 && !device.value && (
                <Select
                  label={t("Farm")}
                  value={chosen.id}
                  options={found.map(({ id, name }) => [id, name])}
                  change={(id) => (farm.value = id)}
                />
              )}
              <FarmDevices key={chosen.id} farmId={chosen.id} />
            </>
          );
        }}
      </Loaded>
    </Sheet>
  );
}

function FarmDevices({ farmId }: { farmId: string }) {
  const all = useLoading((signal) => devices(farmId, signal), []);
  const known = useLoading((signal) => accounts(farmId, signal), []);
  const secret = useSignal<NewDeviceAccount | undefined>(undefined);
  const again = () => {
    all.again();
    known.again();
  };
  /** shows a new password, with the lines that use it */
  const made = (account: NewDeviceAccount) => {
    secret.value = account;
    device.value = String(account.thingId);
    again();
  };
  const chosen = all.value.value?.find((one) => String(one["@iot.id"]) === device.value);
  const shown = secret.value !== undefined && secret.value.thingId === chosen?.["@iot.id"];
  return (
    <>
      {shown && chosen && (
        <PublishCard account={secret.value!} thing={chosen} close={() => (secret.value = undefined)} />
      )}
      <Loaded of={all} what={t("Devices")}>
        {(found) =>
          chosen ? (
            <DeviceView farmId={farmId} thing={chosen} accounts={known} made={made} again={again} />
          ) : (
            <DeviceList farmId={farmId} all={found} accounts={known} made={made} again={again} />
          )
        }
      </Loaded>
    </>
  );
}

interface ListProps {
  farmId: string;
  all: Thing[];
  accounts: Loading<DeviceAccount[]>;
  made: (account: NewDeviceAccount) => void;
  again: () => void;
}

function DeviceList({ farmId, all, accounts: known, made, again }: ListProps) {
  const adding = useSignal(false);
  const mayAdd = may("device:create", farmId);
  const left = known.value.value?.filter(({ thingId }) => !all.some((one) => one["@iot.id"] === thingId)) ?? [];
  const tools = mayAdd && !adding.value && (
    <button class="strong" onClick={() => (adding.value = true)}>
      {t("New device")}
    </button>
  );
  return (
    <Card title={t("Devices")} tools={tools}>
      {device.value && <p class="fault">{t("The device of this link is not there, or you may not see it.")}</p>}
      {adding.value && (
        <DeviceForm
          farmId={farmId}
          made={(thing) => {
            adding.value = false;
            device.value = String(thing);
            again();
          }}
          madeWithAccount={made}
          close={() => (adding.value = false)}
        />
      )}
      {all.length === 0 && <p class="hint">{t("No device yet.")}</p>}
      <ul class="rows">
        {all.map((one) => (
          <Row key={one["@iot.id"]} thing={one} account={accountOf(known.value.value, one)} />
        ))}
        {left.map(({ name }) => (
          <li key={name}>
            <div>
              <strong>{name}</strong>
              <p class="hint">{t("The device of this account is gone.")}</p>
            </div>
            {may("accessAssignment:delete", farmId) && (
              <Confirm
                label={t("End")}
                sure={t("End it now")}
                name={t("End {name}", { name })}
                change={() => endAccount(farmId, name)}
                done={again}
              />
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Row({ thing, account }: { thing: Thing; account: DeviceAccount | undefined }) {
  const refused = account?.refusals.reduce((sum, { count }) => sum + count, 0) ?? 0;
  return (
    <li>
      <div>
        <button class="link" onClick={() => (device.value = String(thing["@iot.id"]))}>
          {thing.name}
        </button>
        <p class="hint">{thing.description}</p>
      </div>
      {refused > 0 && <span class="badge bad">{counted("{n} message refused|{n} messages refused", refused)}</span>}
      {account && refused === 0 && <span class="badge">{account.name}</span>}
    </li>
  );
}
