import { useSignal } from "@preact/signals";
import type { NewDeviceAccount } from "../api/bodies";
import { Fault } from "../fault";
import { useLoading } from "../loading";
import { useAction } from "../parts/action";
import { ChoiceField, TextField } from "../parts/field";
import { may } from "../rights";
import { t, wordIn } from "../texts/texts";
import { addAccount, addThing, templates } from "./devices";

interface Props {
  farmId: string;
  /** without an account: the person may not make one */
  made: (thing: number) => void;
  madeWithAccount: (account: NewDeviceAccount) => void;
  close: () => void;
}

/** Whether the person may make accounts of devices. */
export const mayAddAccount = (farmId: string) =>
  ["accessAssignment:create", "user:create", "device:update"].every((right) => may(right, farmId));

/** A new device by the type that it has. */
export function DeviceForm({ farmId, made, madeWithAccount, close }: Props) {
  const name = useSignal("");
  const type = useSignal("weather-station");
  const known = useLoading(templates, []);
  const { busy, fault, run } = useAction();
  const all = known.value.value ?? [];
  const chosen = all.find((one) => one.name === type.value);
  const send = () =>
    run(
      () => addThing(farmId, name.value.trim(), type.value),
      (thing) => {
        if (!mayAddAccount(farmId)) return made(thing);
        addAccount(farmId, thing).then(madeWithAccount, () => made(thing)); // its page offers to make the account
      },
    );
  return (
    <form
      class="form"
      aria-label={t("New device")}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <TextField
        label={t("Name")}
        needed
        max={200}
        at="/thing/name"
        faults={fault.value?.violations}
        value={name.value}
        change={(text) => (name.value = text)}
      />
      <ChoiceField
        label={t("Type of device")}
        needed
        at="/template"
        faults={fault.value?.violations}
        value={type.value}
        options={all.map((one) => [one.name, wordIn(one.description)])}
        change={(value) => (type.value = value)}
        hint={chosen?.datastreams
          .map((one) => `${wordIn(one.name)} (${one.unitOfMeasurement.symbol ?? ""})`)
          .join(", ")}
      />
      {(known.fault.value ?? fault.value) && <Fault fault={(known.fault.value ?? fault.value)!} />}
      <div class="buttons">
        <button class="strong" disabled={busy.value || !chosen}>
          {t("Make the device")}
        </button>
        <button type="button" class="plain" onClick={close}>
          {t("Cancel")}
        </button>
      </div>
    </form>
  );
}
