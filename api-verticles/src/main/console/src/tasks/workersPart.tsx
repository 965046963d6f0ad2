import { useSignal } from "@preact/signals";
import { unwrap } from "glebe-client";
import { allPages, glebe } from "../api/client";
import { useLoading } from "../loading";
import { Confirm } from "../parts/confirm";
import { Loaded } from "../parts/loaded";
import { Card } from "../parts/sheet";
import { may, mayAnywhere } from "../rights";
import { t } from "../texts/texts";
import { EntityForm } from "./entityForm";
import { addWorker, deleteWorker } from "./work";
import type { WorkProps } from "./workPage";

const MAX_ENTRIES = 2000;

const accounts = (signal: AbortSignal) =>
  mayAnywhere("user:read")
    ? allPages((query) => glebe.GET("/v1/users", { params: { query }, signal }).then(unwrap), MAX_ENTRIES)
    : Promise.resolve([]);

interface Props extends WorkProps {
  changed: () => void;
}

/** The people who work on a farm; with an account, a person sees the own tasks first. */
export function WorkersPart({ farm, work, changed }: Props) {
  const adding = useSignal(false);
  const users = useLoading(accounts, []);
  const tools = may("worker:create", farm.id) && !adding.value && (
    <button class="strong" onClick={() => (adding.value = true)}>
      {t("Add a person")}
    </button>
  );
  const named = (users.value.value ?? []).map(({ id, displayName }) => [id, displayName] as const);
  const accountOf = (userId: string | undefined) => named.find(([id]) => id === userId)?.[1];
  return (
    <Card title={t("People who work here")} tools={tools}>
      <Loaded of={users} what={t("People")}>
        {() => (
          <>
            {adding.value && (
              <EntityForm
                collection="Worker"
                title={t("New person")}
                values={{}}
                references={{ userId: named }}
                save={(values) => addWorker(farm.id, values)}
                saved={() => {
                  adding.value = false;
                  changed();
                }}
                close={() => (adding.value = false)}
              />
            )}
            {work.workers.length === 0 && (
              <p class="hint">{t("Nobody yet. Add the people to whom tasks are assigned.")}</p>
            )}
            <ul class="rows">
              {work.workers.map(({ id, name, userId }) => (
                <li key={id}>
                  <div>
                    <strong>{name}</strong>
                    <p class="hint">
                      {userId ? t("Account: {name}", { name: accountOf(userId) ?? "–" }) : t("without an account")}
                    </p>
                  </div>
                  {may("worker:delete", farm.id) && (
                    <Confirm
                      label={t("Remove")}
                      sure={t("Remove it")}
                      name={t("Remove {name}", { name })}
                      change={() => deleteWorker(id)}
                      done={changed}
                    />
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Card>
  );
}
