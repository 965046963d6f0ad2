import type { Role } from "../api/bodies";
import { useLoading } from "../loading";
import { Confirm } from "../parts/confirm";
import { Loaded } from "../parts/loaded";
import { Card } from "../parts/sheet";
import { labelOf } from "../records/labels";
import { mayAnywhere } from "../rights";
import { counted, t, wordIn } from "../texts/texts";
import { deleteRole, organizations, roleName, roles } from "./administration";

/** The roles with their permissions; those of an organization can be deleted by those who may. */
export function RolesPart() {
  const loaded = useLoading((signal) => Promise.all([roles(signal), organizations(signal)]), []);
  return (
    <Card title={t("Roles")}>
      <Loaded of={loaded} what={t("Roles")}>
        {([all, known]) => {
          const names = new Map(known.map(({ id, name }) => [id, name]));
          return (
            <ul class="rows">
              {all.map((role) => (
                <Row
                  key={role.id}
                  role={role}
                  owner={names.get(role.organizationId ?? "") ?? t("built in")}
                  changed={loaded.again}
                />
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Card>
  );
}

/** The actions of each kind of record: "Task: read, update". */
function grouped(permissions: string[]): [string, string][] {
  const groups = new Map<string, string[]>();
  for (const permission of permissions) {
    const [entity = "", action = ""] = permission.split(":");
    groups.set(entity, [...(groups.get(entity) ?? []), labelOf(action).toLowerCase()]);
  }
  return [...groups].map(([entity, actions]) => [labelOf(entity), actions.join(", ")]);
}

function Row({ role, owner, changed }: { role: Role; owner: string; changed: () => void }) {
  const { id, name, description, permissions, organizationId } = role;
  return (
    <li>
      <div>
        <strong>{roleName(role)}</strong> <span class="hint">{owner}</span>
        {description && <p class="hint">{wordIn(description)}</p>}
        <details>
          <summary>{counted("{n} permission|{n} permissions", permissions.length)}</summary>
          <dl class="facts">
            {grouped(permissions).map(([entity, actions]) => (
              <>
                <dt>{entity}</dt>
                <dd>{actions}</dd>
              </>
            ))}
          </dl>
        </details>
      </div>
      {organizationId && mayAnywhere("role:delete") && (
        <Confirm
          label={t("Delete")}
          sure={t("Delete it for ever")}
          name={t("Delete {name}", { name })}
          change={() => deleteRole(id)}
          done={changed}
        />
      )}
    </li>
  );
}
