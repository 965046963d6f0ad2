import { useSignal } from "@preact/signals";
import type { Refusal, Violation } from "glebe-client";
import type { AppVersion, Manifest } from "../api/bodies";
import { Fault } from "../fault";
import { useAction } from "../parts/action";
import { ChoiceField, TextField } from "../parts/field";
import { t } from "../texts/texts";
import { type Draft, keysIn, manifestOf } from "./manifest";
import "./registry.css";

const AUDIENCES = ["farm-api", "spatio-api", "sensor-api"].map((name): [string, string] => [name, name]);

interface Props {
  draft: Draft;
  save: (manifest: Manifest) => Promise<AppVersion>;
  saved: (version: AppVersion) => void;
  close: () => void;
}

/** The editor of a manifest; each reason of a refusal is shown at the input that it names. */
export function ManifestForm({ draft, save, saved, close }: Props) {
  const value = useSignal(draft);
  const broken = useSignal<Violation[]>([]);
  const { busy, fault, run } = useAction();
  const faults = [...broken.value, ...(fault.value?.violations ?? [])];
  const change = (part: Partial<Draft>) => (value.value = { ...value.value, ...part });
  const send = () => {
    const { manifest, broken: keys } = manifestOf(value.value);
    broken.value = keys.map((index) => ({
      rule: "format",
      pointer: `/publicKeys/${index}`,
      detail: t("a public key as JSON (JWK) is needed"),
    }));
    if (keys.length === 0) run(() => save(manifest), saved);
  };
  return (
    <form
      class="form manifest"
      noValidate
      aria-label={t("Manifest")}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Texts value={value.value} change={change} faults={faults} />
      <Keys value={value.value} change={change} faults={faults} />
      <Addresses value={value.value} change={change} faults={faults} />
      <Access value={value.value} change={change} faults={faults} />
      <label class="tick">
        <input
          type="checkbox"
          checked={value.value.clientCredentials}
          onChange={(event) => change({ clientCredentials: event.currentTarget.checked })}
        />
        {t("The app also works as itself, without a person")}
      </label>
      {fault.value && <Remaining fault={fault.value} />}
      <div class="buttons">
        <button class="strong" disabled={busy.value}>
          {t("Save the draft")}
        </button>
        <button type="button" class="plain" onClick={close}>
          {t("Cancel")}
        </button>
      </div>
    </form>
  );
}

/** Pointers at which an input shows its reasons. */
const AT_INPUTS = /^\/(name|description|backChannelLogoutUri)$|^\/(publicKeys|redirectUris|access)\/\d+/;

/** The refusal itself; its reasons are at their inputs, but for those at no input. */
function Remaining({ fault }: { fault: Refusal }) {
  const elsewhere = fault.violations.filter(({ pointer }) => !AT_INPUTS.test(pointer ?? ""));
  if (fault.violations.length === 0) return <Fault fault={fault} />;
  return (
    <p class="fault" role="alert">
      {t("The manifest is not complete. The reasons are at the inputs.")}
      {elsewhere.map(({ pointer, detail }) => ` ${pointer ?? ""}: ${detail ?? ""}`)}
    </p>
  );
}

interface PartProps {
  value: Draft;
  change: (part: Partial<Draft>) => void;
  faults: Violation[];
}

function Texts({ value, change, faults }: PartProps) {
  return (
    <>
      <TextField
        label={t("Name")}
        needed
        max={60}
        at="/name"
        faults={faults}
        value={value.name}
        change={(name) => change({ name })}
      />
      <TextField
        label={t("Description")}
        needed
        lines={3}
        max={2000}
        at="/description"
        faults={faults}
        value={value.description}
        change={(description) => change({ description })}
      />
    </>
  );
}

const replaced = <T,>(list: T[], index: number, ...next: T[]) => list.toSpliced(index, 1, ...next);

function Keys({ value: { keys }, change, faults }: PartProps) {
  return (
    <fieldset>
      <legend>{t("Public keys")} *</legend>
      {keys.map((key, index) => (
        <div class="row" key={index}>
          <TextField
            label={t("Key {number}, as JSON (JWK)", { number: index + 1 })}
            lines={3}
            at={`/publicKeys/${index}`}
            faults={faults}
            value={key}
            change={(text) => change({ keys: replaced(keys, index, ...keysIn(text)) })}
            hint={t("Only the public part. A whole key set can be pasted.")}
          />
          <RemoveButton of={keys} index={index} change={(next) => change({ keys: next })} />
        </div>
      ))}
      <div class="buttons">
        <button type="button" class="plain" onClick={() => change({ keys: [...keys, ""] })}>
          {t("Add a key")}
        </button>
      </div>
    </fieldset>
  );
}

function RemoveButton<T>({ of, index, change }: { of: T[]; index: number; change: (next: T[]) => void }) {
  if (of.length < 2) return null;
  const name = t("Remove entry {number}", { number: index + 1 });
  return (
    <button type="button" class="plain" aria-label={name} onClick={() => change(of.toSpliced(index, 1))}>
      {t("Remove")}
    </button>
  );
}

function Addresses({ value, change, faults }: PartProps) {
  const { redirectUris } = value;
  return (
    <>
      <fieldset>
        <legend>{t("Addresses after the sign-in")} *</legend>
        {redirectUris.map((uri, index) => (
          <div class="row" key={index}>
            <TextField
              label={t("Address {number}", { number: index + 1 })}
              type="url"
              max={500}
              at={`/redirectUris/${index}`}
              faults={faults}
              value={uri}
              change={(text) => change({ redirectUris: replaced(redirectUris, index, text) })}
              hint={t("Compared letter by letter; https, or http on this machine.")}
            />
            <RemoveButton of={redirectUris} index={index} change={(next) => change({ redirectUris: next })} />
          </div>
        ))}
        <div class="buttons">
          <button type="button" class="plain" onClick={() => change({ redirectUris: [...redirectUris, ""] })}>
            {t("Add an address")}
          </button>
        </div>
      </fieldset>
      <TextField
        label={t("Address for sign-outs")}
        needed
        type="url"
        max={500}
        at="/backChannelLogoutUri"
        faults={faults}
        value={value.backChannelLogoutUri}
        change={(backChannelLogoutUri) => change({ backChannelLogoutUri })}
      />
    </>
  );
}

function Access({ value: { access }, change, faults: all }: PartProps) {
  const faults = all.map((fault) =>
    /^\/access\/\d+$/.test(fault.pointer ?? "") ? { ...fault, pointer: `${fault.pointer}/audience` } : fault,
  );
  const set = (index: number, part: Partial<Draft["access"][number]>) =>
    change({ access: access.map((one, at) => (at === index ? { ...one, ...part } : one)) });
  return (
    <fieldset>
      <legend>{t("Access")} *</legend>
      {access.map(({ audience, scopes }, index) => (
        <div class="row" key={index}>
          <ChoiceField
            label={t("API")}
            needed
            options={AUDIENCES}
            at={`/access/${index}/audience`}
            faults={faults}
            value={audience}
            change={(next) => set(index, { audience: next })}
          />
          <TextField
            label={t("Scopes, with spaces between them")}
            at={`/access/${index}/scopes`}
            faults={faults}
            value={scopes}
            change={(next) => set(index, { scopes: next })}
          />
          <RemoveButton of={access} index={index} change={(next) => change({ access: next })} />
        </div>
      ))}
      <div class="buttons">
        <button
          type="button"
          class="plain"
          onClick={() => change({ access: [...access, { audience: "", scopes: "" }] })}
        >
          {t("Add an API")}
        </button>
      </div>
    </fieldset>
  );
}
