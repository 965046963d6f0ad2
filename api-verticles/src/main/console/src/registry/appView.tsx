import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { AppVersion, RegisteredApp } from "../api/bodies";
import { useLoading } from "../loading";
import { Confirm } from "../parts/confirm";
import { Loaded } from "../parts/loaded";
import { Card } from "../parts/sheet";
import { mayOnPlatform, rights } from "../rights";
import { t } from "../texts/texts";
import { timeFormat } from "../words";
import { openApp, openVersion } from "./choices";
import { draftOf } from "./manifest";
import { ManifestForm } from "./manifestForm";
import { addVersion, app, replaceManifest, versions, withdrawApp } from "./registry";
import { State } from "./states";
import { VersionView } from "./versionView";

const isOwn = (found: RegisteredApp) => found.ownerId === rights.value?.userId;

/** An app with its client and its versions. */
export function AppView({ id }: { id: string }) {
  const loaded = useLoading((signal) => Promise.all([app(id, signal), versions(id, signal)]), [id]);
  const close = () => {
    openApp.value = "";
    openVersion.value = "";
  };
  return (
    <>
      <button class="link" onClick={close}>
        ‹ {t("All apps")}
      </button>
      <Loaded of={loaded} what={t("the app")}>
        {([found, all]) => (
          <>
            <Facts app={found} changed={loaded.again} />
            <Versions app={found} all={all} changed={loaded.again} />
          </>
        )}
      </Loaded>
    </>
  );
}

function Facts({ app: found, changed }: { app: RegisteredApp; changed: () => void }) {
  const { id, name, state, client, clientId, approvedVersion, withdrawalReason } = found;
  const pending = client.state === "PENDING";
  useEffect(() => {
    if (!pending) return;
    const timer = setInterval(changed, 3000); // the provider makes the client within seconds
    return () => clearInterval(timer);
  }, [pending]);
  const mayEnd = (isOwn(found) && mayOnPlatform("app:update")) || mayOnPlatform("appReview:create");
  return (
    <Card title={name} tools={<State state={state} />}>
      <dl class="facts">
        <dt>{t("Client")}</dt>
        <dd>
          <State state={client.state} /> {clientId}
        </dd>
        {client.lastError && (
          <>
            <dt>{t("Last error")}</dt>
            <dd>
              {client.lastError} ({t("{n} attempts", { n: client.failedAttempts ?? 0 })})
            </dd>
          </>
        )}
        {approvedVersion && (
          <>
            <dt>{t("Version in use")}</dt>
            <dd>{approvedVersion}</dd>
          </>
        )}
        {withdrawalReason && (
          <>
            <dt>{t("Withdrawn because")}</dt>
            <dd>{withdrawalReason}</dd>
          </>
        )}
      </dl>
      {state !== "WITHDRAWN" && mayEnd && (
        <Confirm
          label={t("Withdraw the app")}
          sure={t("Withdraw it for ever")}
          reason={t("Reason")}
          change={(reason) => withdrawApp(id, reason)}
          done={changed}
        >
          <p class="hint">{t("The app, its client and its tokens end at once. This cannot be undone.")}</p>
        </Confirm>
      )}
    </Card>
  );
}

interface VersionsProps {
  app: RegisteredApp;
  all: AppVersion[];
  changed: () => void;
}

/** The list of versions, and the open one below it. */
function Versions({ app: found, all, changed }: VersionsProps) {
  const editing = useSignal(false);
  const time = timeFormat(undefined);
  const chosen = all.find(({ number }) => String(number) === openVersion.value) ?? all[0];
  useEffect(() => {
    editing.value = false;
  }, [chosen?.number]);
  if (!chosen) return null;
  const mayWrite = isOwn(found) && mayOnPlatform("app:update") && found.state !== "WITHDRAWN";
  const saved = (version: AppVersion) => {
    editing.value = false;
    openVersion.value = String(version.number);
    changed();
  };
  const draft = chosen.state === "DRAFT";
  if (editing.value)
    return (
      <Card title={draft ? t("Edit the draft") : t("New version")}>
        <ManifestForm
          draft={draftOf(chosen.manifest)}
          save={(manifest) => (draft ? replaceManifest(chosen, manifest) : addVersion(found.id, manifest))}
          saved={saved}
          close={() => (editing.value = false)}
        />
      </Card>
    );
  const tools = mayWrite && (
    <button class="plain" onClick={() => (editing.value = true)}>
      {draft ? t("Edit the draft") : t("New version")}
    </button>
  );
  return (
    <>
      <Card title={t("Versions")} tools={tools}>
        <ul class="rows">
          {all.map((one) => (
            <li key={one.number}>
              <div>
                <button
                  class="link"
                  aria-current={one === chosen ? "true" : undefined}
                  onClick={() => (openVersion.value = String(one.number))}
                >
                  {t("Version {number}", { number: one.number })}
                </button>
                <p class="hint">{time.format(new Date(one.decidedAt ?? one.submittedAt ?? one.updatedAt))}</p>
              </div>
              <State state={one.state} />
            </li>
          ))}
        </ul>
      </Card>
      <VersionView app={found} version={chosen} all={all} own={mayWrite} changed={changed} />
    </>
  );
}
