import { type Signal, useSignal } from "@preact/signals";
import type { Violation } from "glebe-client";
import type { User } from "../api/bodies";
import { Fault } from "../fault";
import { useLoading } from "../loading";
import { useAction } from "../parts/action";
import { ChoiceField, TextField } from "../parts/field";
import { Loaded } from "../parts/loaded";
import { loadProfile, saveProfile } from "../profile";
import { rights } from "../rights";
import { keepLanguage, LANGUAGES, language } from "../texts/locale";
import { t } from "../texts/texts";
import { keepSystem, system, type System } from "../units";
import { keepZone } from "../words";

/** The profile of the person: name, language, time zone; and the units of this browser. */
export function ProfileCard() {
  const id = rights.value?.userId;
  const loaded = useLoading((signal) => (id ? loadProfile(id, signal) : undefined), [id]);
  return (
    <section class="card" aria-labelledby="profile">
      <h2 id="profile">{t("Profile")}</h2>
      {rights.value && !id ? (
        <p class="hint">{t("You have signed in, but have no access on this platform yet.")}</p>
      ) : (
        <Loaded of={loaded} what={t("Profile")}>
          {(user) => <ProfileForm user={user} />}
        </Loaded>
      )}
    </section>
  );
}

const zones = Intl.supportedValuesOf("timeZone");

function ProfileForm({ user }: { user: User }) {
  const name = useSignal(user.displayName);
  const tongue = useSignal(language);
  const zone = useSignal(user.timezone ?? "");
  const units = useSignal<string>(system());
  const stored = useSignal(false);
  const { busy, fault, run } = useAction();
  const faults = fault.value?.violations;
  const send = () =>
    saveProfile(user.id, {
      displayName: name.value.trim(),
      preferredLanguage: tongue.value,
      timezone: zone.value || (null as unknown as undefined),
    });
  const saved = () => {
    keepZone(zone.value);
    const other = system() !== units.value;
    keepSystem(units.value as System);
    if (keepLanguage(tongue.value) || other) location.reload();
    stored.value = true;
  };
  return (
    <form
      class="form"
      aria-label={t("Profile")}
      onInput={() => (stored.value = false)}
      onSubmit={(event) => {
        event.preventDefault();
        run(send, saved);
      }}
    >
      <div class="pair">
        <TextField
          label={t("Name")}
          needed
          max={200}
          at="/displayName"
          faults={faults}
          value={name.value}
          change={(text) => (name.value = text)}
        />
        <Preferences tongue={tongue} zone={zone} units={units} faults={faults} />
      </div>
      {fault.value && <Fault fault={fault.value} />}
      <div class="buttons">
        <button class="strong" disabled={busy.value}>
          {t("Save")}
        </button>
        {stored.value && <span role="status">{t("Saved")}</span>}
      </div>
    </form>
  );
}

interface PreferencesProps {
  tongue: Signal<string>;
  zone: Signal<string>;
  units: Signal<string>;
  faults: Violation[] | undefined;
}

/** Language, time zone and units. */
function Preferences({ tongue, zone, units, faults }: PreferencesProps) {
  return (
    <>
      <ChoiceField
        label={t("Language")}
        needed
        at="/preferredLanguage"
        faults={faults}
        value={tongue.value}
        options={[...LANGUAGES]}
        change={(id) => (tongue.value = id)}
      />
      <ChoiceField
        label={t("Time zone")}
        at="/timezone"
        faults={faults}
        value={zone.value}
        options={zones.map((one) => [one, one.replaceAll("_", " ")] as const)}
        change={(id) => (zone.value = id)}
        hint={t("For times that belong to no farm.")}
      />
      <ChoiceField
        label={t("Units")}
        needed
        value={units.value}
        options={[
          ["metric", t("Metric")],
          ["us", t("United States")],
        ]}
        change={(id) => (units.value = id)}
        hint={t("In this browser.")}
      />
    </>
  );
}
