import { Sheet } from "../parts/sheet";
import { rights } from "../rights";
import { t } from "../texts/texts";
import { AccessPart } from "./accessPart";
import { AccountsPart } from "./accountsPart";
import { part } from "./choices";
import { HealthPart } from "./healthPart";
import { PeoplePart } from "./peoplePart";
import { RolesPart } from "./rolesPart";
import { TokensPart } from "./tokensPart";

/** People and their access; for administrators also tokens, service accounts and the health of the platform. */
export function AdminPage() {
  const parts: [string, string][] = [
    ["access", t("Access")],
    ["people", t("People")],
    ["roles", t("Roles")],
  ];
  if (rights.value?.administrator)
    parts.push(["tokens", t("Tokens")], ["accounts", t("Service accounts")], ["health", t("Health")]);
  const chosen = parts.find(([id]) => id === part.value)?.[0] ?? "access";
  return (
    <Sheet title={t("People")} parts={parts} part={part}>
      {chosen === "access" && <AccessPart />}
      {chosen === "people" && <PeoplePart />}
      {chosen === "roles" && <RolesPart />}
      {chosen === "tokens" && <TokensPart />}
      {chosen === "accounts" && <AccountsPart />}
      {chosen === "health" && <HealthPart />}
    </Sheet>
  );
}
