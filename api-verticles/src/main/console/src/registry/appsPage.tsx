import { useSignal } from "@preact/signals";
import type { RegisteredApp } from "../api/bodies";
import { useLoading } from "../loading";
import { Loaded } from "../parts/loaded";
import { Card, Sheet } from "../parts/sheet";
import { mayOnPlatform } from "../rights";
import { t } from "../texts/texts";
import { AppView } from "./appView";
import { openApp, openVersion, part } from "./choices";
import { EMPTY } from "./manifest";
import { ManifestForm } from "./manifestForm";
import { apps, register } from "./registry";
import { ReviewList } from "./reviewList";
import { State } from "./states";

/** The app registry: the own apps with their versions, and the versions that wait for a reviewer. */
export function AppsPage() {
  const reviews = mayOnPlatform("appReview:read");
  const parts: [string, string][] = [];
  if (mayOnPlatform("app:read") || !reviews) parts.push(["apps", t("Apps")]);
  if (reviews) parts.push(["reviews", t("Reviews")]);
  const chosen = parts.some(([id]) => id === part.value) ? part.value : parts[0]![0];
  return (
    <Sheet title={t("Apps")} parts={parts} part={part}>
      {openApp.value ? <AppView id={openApp.value} /> : chosen === "reviews" ? <ReviewList /> : <AppList />}
    </Sheet>
  );
}

function AppList() {
  const adding = useSignal(false);
  const all = useLoading(apps, []);
  if (adding.value)
    return (
      <Card title={t("New app")}>
        <ManifestForm
          draft={EMPTY}
          save={register}
          saved={(version) => (openApp.value = version.appId)}
          close={() => (adding.value = false)}
        />
      </Card>
    );
  const tools = mayOnPlatform("app:create") && (
    <button class="strong" onClick={() => (adding.value = true)}>
      {t("Register an app")}
    </button>
  );
  return (
    <Card title={t("Apps")} tools={tools}>
      <Loaded of={all} what={t("Apps")}>
        {(found) =>
          found.length === 0 ? (
            <p class="hint">{t("No app yet. Register one: a manifest says who it is and what it may do.")}</p>
          ) : (
            <ul class="rows">
              {found.map((one) => (
                <AppRow key={one.id} app={one} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

const open = (id: string) => {
  openVersion.value = "";
  openApp.value = id;
};

function AppRow({ app: { id, name, state, client } }: { app: RegisteredApp }) {
  return (
    <li>
      <div>
        <button class="link" onClick={() => open(id)}>
          {name}
        </button>
        {client.state !== "NONE" && (
          <p class="hint">
            {t("Client at the identity provider")}: <State state={client.state} />
          </p>
        )}
      </div>
      <State state={state} />
    </li>
  );
}
