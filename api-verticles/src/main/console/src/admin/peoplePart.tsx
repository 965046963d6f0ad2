import type { User } from "../api/bodies";
import { useLoading } from "../loading";
import { Confirm } from "../parts/confirm";
import { Loaded } from "../parts/loaded";
import { Card } from "../parts/sheet";
import { State } from "../registry/states";
import { rights } from "../rights";
import { t } from "../texts/texts";
import { timeFormat } from "../words";
import { changeUser, roleName, roles, users } from "./administration";

/** The people whom the person may see, with their state. */
export function PeoplePart() {
  const loaded = useLoading((signal) => Promise.all([users(signal), roles(signal)]), []);
  return (
    <Card title={t("People")}>
      <Loaded of={loaded} what={t("People")}>
        {([all, known]) => {
          const names = new Map(known.map((role) => [role.id, roleName(role)]));
          return (
            <ul class="rows">
              {all.map((user) => (
                <Row key={user.id} user={user} names={names} changed={loaded.again} />
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Card>
  );
}

function Row({ user, names, changed }: { user: User; names: Map<string, string>; changed: () => void }) {
  const { id, displayName, email, status, lastSignInAt, roleIds = [] } = user;
  const time = timeFormat(undefined);
  const mayChange = rights.value?.administrator && id !== rights.value.userId;
  const facts = [
    email,
    roleIds
      .map((role) => names.get(role))
      .filter(Boolean)
      .join(", "),
    lastSignInAt && t("last sign-in {time}", { time: time.format(new Date(lastSignInAt)) }),
  ];
  return (
    <li>
      <div>
        <strong>{displayName}</strong>
        <p class="hint">{facts.filter(Boolean).join(" · ")}</p>
      </div>
      <div class="buttons">
        {status && <State state={status} />}
        {mayChange && status === "ACTIVE" && (
          <Confirm
            label={t("Disable")}
            sure={t("Disable {name}", { name: displayName })}
            name={t("Disable {name}", { name: displayName })}
            change={() => changeUser(id, { status: "DISABLED" })}
            done={changed}
          />
        )}
        {mayChange && status === "DISABLED" && (
          <Confirm
            label={t("Enable")}
            sure={t("Enable {name}", { name: displayName })}
            name={t("Enable {name}", { name: displayName })}
            change={() => changeUser(id, { status: "ACTIVE" })}
            done={changed}
          />
        )}
      </div>
    </li>
  );
}
