import { useSignal } from "@preact/signals";
import type { OnboardedService, Service } from "../api/bodies";
import { useLoading } from "../loading";
import { useAction } from "../parts/action";
import { Fault } from "../fault";
import { Confirm } from "../parts/confirm";
import { TextField } from "../parts/field";
import { Loaded } from "../parts/loaded";
import { SecretOnce } from "../parts/secretOnce";
import { Card, Sheet } from "../parts/sheet";
import { mayOnPlatform } from "../rights";
import { t } from "../texts/texts";
import { openService } from "./choices";
import { CommissionList } from "./commissionList";
import { allServices, disable, enable, onboard, renewSecret } from "./registry";
import { State } from "./states";

/** The services of the platform, what a farm has ordered from them, and their maintenance. */
export function ServicesPage() {
  const all = useLoading(allServices, []);
  const secret = useSignal<OnboardedService | undefined>(undefined);
  const made = (service: OnboardedService) => {
    secret.value = service;
    all.again();
  };
  return (
    <Sheet title={t("Services")}>
      {secret.value?.clientSecret && (
        <SecretOnce
          title={t("Secret of {name}", { name: secret.value.name })}
          lines={[
            [t("Client"), secret.value.clientId],
            [t("Secret"), secret.value.clientSecret],
          ]}
          close={() => (secret.value = undefined)}
        />
      )}
      <Loaded of={all} what={t("Services")}>
        {(found) => {
          const chosen = found.find(({ id }) => id === openService.value);
          if (chosen) return <ServiceView service={chosen} changed={all.again} renewed={made} />;
          return <ServiceList all={found} missing={openService.value !== ""} made={made} />;
        }}
      </Loaded>
    </Sheet>
  );
}

interface ListProps {
  all: Service[];
  /** whether a link names a service that is not there */
  missing: boolean;
  made: (service: OnboardedService) => void;
}

function ServiceList({ all, missing, made }: ListProps) {
  const adding = useSignal(false);
  const tools = mayOnPlatform("registeredService:create") && !adding.value && (
    <button class="strong" onClick={() => (adding.value = true)}>
      {t("Onboard a service")}
    </button>
  );
  return (
    <Card title={t("Services")} tools={tools}>
      {missing && <p class="fault">{t("The service of this link is not there, or you may not see it.")}</p>}
      {adding.value && (
        <OnboardForm
          made={(service) => {
            adding.value = false;
            made(service);
          }}
          close={() => (adding.value = false)}
        />
      )}
      {all.length === 0 && <p class="hint">{t("No service works for farms here yet.")}</p>}
      <ul class="rows">
        {all.map(({ id, name, description, state }) => (
          <li key={id}>
            <div>
              <button class="link" onClick={() => (openService.value = id)}>
                {name}
              </button>
              <p class="hint">{description}</p>
            </div>
            <State state={state} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function OnboardForm({ made, close }: { made: (service: OnboardedService) => void; close: () => void }) {
  const name = useSignal("");
  const description = useSignal("");
  const { busy, fault, run } = useAction();
  const faults = fault.value?.violations;
  return (
    <form
      class="form"
      aria-label={t("New service")}
      onSubmit={(event) => {
        event.preventDefault();
        run(() => onboard({ name: name.value.trim(), description: description.value.trim() }), made);
      }}
    >
      <TextField
        label={t("Name")}
        needed
        max={120}
        at="/name"
        faults={faults}
        value={name.value}
        change={(text) => (name.value = text)}
      />
      <TextField
        label={t("Description")}
        lines={2}
        max={2000}
        at="/description"
        faults={faults}
        value={description.value}
        change={(text) => (description.value = text)}
      />
      {fault.value && <Fault fault={fault.value} />}
      <div class="buttons">
        <button class="strong" disabled={busy.value}>
          {t("Onboard")}
        </button>
        <button type="button" class="plain" onClick={close}>
          {t("Cancel")}
        </button>
      </div>
    </form>
  );
}

interface ViewProps {
  service: Service;
  changed: () => void;
  renewed: (service: OnboardedService) => void;
}

function ServiceView({ service, changed, renewed }: ViewProps) {
  return (
    <>
      <button class="link" onClick={() => (openService.value = "")}>
        ‹ {t("All services")}
      </button>
      <Card title={service.name} tools={<State state={service.state} />}>
        <p class="hint">{service.description}</p>
        {service.disabledReason && (
          <p class="fault">{t("Disabled because: {reason}", { reason: service.disabledReason })}</p>
        )}
        {mayOnPlatform("registeredService:update") && (
          <Maintenance service={service} changed={changed} renewed={renewed} />
        )}
      </Card>
      <CommissionList service={service} />
    </>
  );
}

function Maintenance({ service: { id, clientId, authentication, state }, changed, renewed }: ViewProps) {
  const { busy, fault, run } = useAction();
  return (
    <>
      <dl class="facts">
        <dt>{t("Client")}</dt>
        <dd>{clientId}</dd>
        <dt>{t("Signs in with")}</dt>
        <dd>{authentication === "PRIVATE_KEY_JWT" ? t("a key") : t("a secret")}</dd>
      </dl>
      {fault.value && <Fault fault={fault.value} />}
      <div class="buttons">
        <Confirm label={t("New secret")} sure={t("Replace the secret")} change={() => renewSecret(id)} done={renewed}>
          <p class="hint">{t("The secret or key of now and the tokens of the service end at once.")}</p>
        </Confirm>
        {state === "ENABLED" ? (
          <Confirm
            label={t("Disable")}
            sure={t("Disable the service")}
            reason={t("Reason")}
            change={(reason) => disable(id, reason)}
            done={changed}
          />
        ) : (
          <button class="plain" disabled={busy.value} onClick={() => run(() => enable(id), changed)}>
            {t("Enable")}
          </button>
        )}
      </div>
    </>
  );
}
