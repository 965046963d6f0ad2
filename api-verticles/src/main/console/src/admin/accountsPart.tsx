import { useSignal } from "@preact/signals";
import { Fault } from "../fault";
import { useLoading } from "../loading";
import { useAction } from "../parts/action";
import { Confirm } from "../parts/confirm";
import { TextField } from "../parts/field";
import { Loaded } from "../parts/loaded";
import { SecretOnce } from "../parts/secretOnce";
import { Card } from "../parts/sheet";
import { t } from "../texts/texts";
import { timeFormat } from "../words";
import { accounts, deleteAccount, newPassword, putAccount } from "./administration";

/** The accounts of devices and gateways; the password of a new one is made here and shown once. */
export function AccountsPart() {
  const adding = useSignal(false);
  const secret = useSignal<[name: string, password: string] | undefined>(undefined);
  const loaded = useLoading(accounts, []);
  const tools = !adding.value && (
    <button class="strong" onClick={() => (adding.value = true)}>
      {t("New account")}
    </button>
  );
  return (
    <>
      {secret.value && (
        <SecretOnce
          title={t("Password of {name}", { name: secret.value[0] })}
          lines={[
            [t("Name"), secret.value[0]],
            [t("Password"), secret.value[1]],
          ]}
          close={() => (secret.value = undefined)}
        />
      )}
      <Card title={t("Service accounts")} tools={tools}>
        {adding.value && (
          <AccountForm
            made={(name, password) => {
              adding.value = false;
              secret.value = [name, password];
              loaded.again();
            }}
            close={() => (adding.value = false)}
          />
        )}
        <Loaded of={loaded} what={t("Service accounts")}>
          {(all) => (
            <>
              {all.length === 0 && <p class="hint">{t("No account yet.")}</p>}
              <ul class="rows">
                {all.map((account) => (
                  <Row key={account.name} account={account} changed={loaded.again} />
                ))}
              </ul>
            </>
          )}
        </Loaded>
      </Card>
    </>
  );
}

interface RowProps {
  account: { name: string; scopes: string[]; createdAt: string };
  changed: () => void;
}

function Row({ account: { name, scopes, createdAt }, changed }: RowProps) {
  const time = timeFormat(undefined);
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p class="hint">
          {scopes.join(", ")} · {t("made {time}", { time: time.format(new Date(createdAt)) })}
        </p>
      </div>
      <Confirm
        label={t("Delete")}
        sure={t("Delete it for ever")}
        name={t("Delete {name}", { name })}
        change={() => deleteAccount(name)}
        done={changed}
      />
    </li>
  );
}

function AccountForm({ made, close }: { made: (name: string, password: string) => void; close: () => void }) {
  const name = useSignal("");
  const writes = useSignal(true);
  const { busy, fault, run } = useAction();
  const send = () => {
    const password = newPassword();
    const scopes = writes.value ? ["sensor-read", "sensor-write"] : ["sensor-read"];
    run(
      () => putAccount(name.value.trim(), password, scopes),
      () => made(name.value.trim(), password),
    );
  };
  return (
    <form
      class="form"
      aria-label={t("New account")}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <TextField
        label={t("Name")}
        needed
        max={200}
        at="/name"
        faults={fault.value?.violations}
        value={name.value}
        change={(text) => (name.value = text)}
        hint={t(
          "The subject of a person or device with access to a farm. An account of this name gets a new password.",
        )}
      />
      <label class="tick">
        <input
          type="checkbox"
          checked={writes.value}
          onChange={(event) => (writes.value = event.currentTarget.checked)}
        />
        {t("May also write")}
      </label>
      {fault.value && <Fault fault={fault.value} />}
      <div class="buttons">
        <button class="strong" disabled={busy.value}>
          {t("Make the account")}
        </button>
        <button type="button" class="plain" onClick={close}>
          {t("Cancel")}
        </button>
      </div>
    </form>
  );
}
