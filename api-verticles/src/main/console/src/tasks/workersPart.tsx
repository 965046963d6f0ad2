import { unwrap } from "glebe-client";
import { allPages, glebe } from "../api/client";
import { useLoading } from "../loading";
import { Loaded } from "../parts/loaded";
import { mayAnywhere } from "../rights";
import { t } from "../texts/texts";
import { NamedList } from "./namedList";
import type { WorkProps } from "./workPage";

const MAX_ENTRIES = 20_000;

const accounts = (signal: AbortSignal) =>
  mayAnywhere("user:read")
    ? allPages((query) => glebe.GET("/v1/users", { params: { query }, signal }).then(unwrap), MAX_ENTRIES)
    : Promise.resolve([]);

interface Props extends WorkProps {
  changed: () => void;
}

/** The people who work on a farm; with an account, a person sees the own tasks first. */
export function WorkersPart({ farm, work, changed }: Props) {
  const users = useLoading(accounts, []);
  return (
    <Loaded of={users} what={t("People")}>
      {(known) => {
        const named = known.map(({ id, displayName }) => [id, displayName] as const);
        const accountOf = (userId: string) => named.find(([id]) => id === userId)?.[1] ?? "–";
        return (
          <NamedList
            farm={farm.id}
            all={work.workers}
            changed={changed}
            of={{
              path: "workers",
              right: "worker",
              form: "Worker",
              title: t("People who work here"),
              add: t("Add a person"),
              adding: t("New person"),
              empty: t("Nobody yet. Add the people to whom tasks are assigned."),
              owner: { farmId: farm.id },
              references: { userId: named },
              hint: ({ userId }) =>
                userId ? t("Account: {name}", { name: accountOf(userId) }) : t("without an account"),
            }}
          />
        );
      }}
    </Loaded>
  );
}
