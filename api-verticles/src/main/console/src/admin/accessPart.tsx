import { type Signal, useSignal } from "@preact/signals";
import type { Violation } from "glebe-client";
import type { Assignment, Farm, Role, User } from "../api/bodies";
import { Fault } from "../fault";
import { farms } from "../farm/farms";
import { useLoading } from "../loading";
import { useAction } from "../parts/action";
import { change } from "../parts/change";
import { Confirm } from "../parts/confirm";
import { ChoiceField, TextField } from "../parts/field";
import { Loaded } from "../parts/loaded";
import { Card } from "../parts/sheet";
import { may } from "../rights";
import { locale } from "../texts/locale";
import { t } from "../texts/texts";
import { assign, assignments, codeOf, endAssignment, invite, roleName, roles, users } from "./administration";
import { farm } from "./choices";

/** Who may do what on a farm, and for how long; with invitations of new people. */
export function AccessPart() {
  const all = useLoading((signal) => Promise.all([farms(signal), users(signal), roles(signal)]), []);
  return (
    <Loaded of={all} what={t("Access")}>
      {([found, people, known]) => {
        const mine = found.filter(({ id }) => may("accessAssignment:read", id));
        const chosen = mine.find(({ id }) => id === farm.value) ?? mine[0];
        if (!chosen) return <p class="hint card">{t("There is no farm whose access you may see.")}</p>;
        return (
          <>
            {mine.length > 1 && (
              <div class="card form">
                <ChoiceField
                  label={t("Farm")}
                  needed
                  value={chosen.id}
                  options={mine.map(({ id, name }) => [id, name])}
                  change={(id) => (farm.value = id)}
                />
              </div>
            )}
            <Assignments key={chosen.id} farm={chosen} people={people} roles={known} invited={all.again} />
          </>
        );
      }}
    </Loaded>
  );
}

interface Props {
  farm: Farm;
  people: User[];
  roles: Role[];
  /** called when there is one more person */
  invited: () => void;
}

function Assignments({ farm: chosen, people, roles: known, invited }: Props) {
  const adding = useSignal<"" | "invite" | "assign">("");
  const loaded = useLoading((signal) => assignments(chosen.id, signal), [chosen.id]);
  const added = () => {
    adding.value = "";
    loaded.again();
    invited();
  };
  const close = () => (adding.value = "");
  const tools = may("accessAssignment:create", chosen.id) && !adding.value && (
    <div class="buttons">
      <button class="strong" onClick={() => (adding.value = "invite")}>
        {t("Invite a person")}
      </button>
      <button class="plain" onClick={() => (adding.value = "assign")}>
        {t("Give access")}
      </button>
    </div>
  );
  return (
    <Card title={t("Access to {name}", { name: chosen.name })} tools={tools}>
      {adding.value === "invite" && <InviteForm farm={chosen} roles={known} added={added} close={close} />}
      {adding.value === "assign" && (
        <AssignForm farm={chosen} people={people} roles={known} added={added} close={close} />
      )}
      <Loaded of={loaded} what={t("Access")}>
        {(all) => (
          <ul class="rows">
            {all.map((one) => (
              <Row key={one.id} assignment={one} farm={chosen} people={people} roles={known} changed={loaded.again} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
const dayText = (time: string) => day.format(new Date(time));

interface RowProps {
  assignment: Assignment;
  farm: Farm;
  people: User[];
  roles: Role[];
  changed: () => void;
}

function Row({ assignment, farm: chosen, people, roles: known, changed }: RowProps) {
  const { id, userId, farmId, roleId, startsAt, endsAt } = assignment;
  const editing = useSignal(false);
  const user = people.find((one) => one.id === userId);
  const name = user?.displayName ?? t("a person unknown to you");
  const period = [
    startsAt && t("from {day}", { day: dayText(startsAt) }),
    endsAt ? t("until {day}", { day: dayText(endsAt) }) : t("without an end"),
  ];
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p class="hint">
          {[user?.email, roleName(known.find((one) => one.id === roleId)), ...period].filter(Boolean).join(" · ")}
        </p>
        {editing.value && (
          <AccessForm
            {...{ assignment, name }}
            roles={known.filter((one) => one.id === roleId || isOffered(one, chosen))}
            close={() => (editing.value = false)}
            saved={() => {
              editing.value = false;
              changed();
            }}
          />
        )}
      </div>
      <div class="buttons">
        {may("accessAssignment:update", farmId) && !editing.value && (
          <button class="plain" aria-label={t("Edit {name}", { name })} onClick={() => (editing.value = true)}>
            {t("Edit")}
          </button>
        )}
        {may("accessAssignment:delete", farmId) && (
          <Confirm
            label={t("End")}
            sure={t("End the access now")}
            name={t("End the access of {name}", { name })}
            change={() => endAssignment(id)}
            done={changed}
          />
        )}
      </div>
    </li>
  );
}

interface AccessProps {
  assignment: Assignment;
  name: string;
  roles: Role[];
  saved: () => void;
  close: () => void;
}

const dayIn = (time = "") => time.slice(0, 10);

interface FieldProps {
  faults: Violation[] | undefined;
}

const RoleField = ({ role, offered, faults }: FieldProps & { role: Signal<string>; offered: Role[] }) => (
  <ChoiceField
    label={t("Role")}
    needed
    at="/roleId"
    faults={faults}
    value={role.value}
    options={offered.map((one) => [one.id, roleName(one)])}
    change={(id) => (role.value = id)}
  />
);

const EndField = ({ end, faults }: FieldProps & { end: Signal<string> }) => (
  <TextField
    label={t("To")}
    type="date"
    at="/endsAt"
    faults={faults}
    value={end.value}
    change={(text) => (end.value = text)}
  />
);

/** Another role or period of an access; what was not changed is not sent. */
function AccessForm({ assignment, name, roles: offered, saved, close }: AccessProps) {
  const role = useSignal(assignment.roleId);
  const start = useSignal(dayIn(assignment.startsAt));
  const end = useSignal(dayIn(assignment.endsAt));
  const { busy, fault, run } = useAction();
  const faults = fault.value?.violations;
  const send = () => {
    const patch = {
      ...(role.value !== assignment.roleId && { roleId: role.value }),
      ...(start.value !== dayIn(assignment.startsAt) && { startsAt: start.value || null }),
      ...(end.value !== dayIn(assignment.endsAt) && { endsAt: end.value || null }),
    };
    return change(`/access-assignments/${assignment.id}`, name, assignment, patch);
  };
  return (
    <form
      class="form"
      aria-label={t("Edit {name}", { name })}
      onSubmit={(event) => {
        event.preventDefault();
        run(send, saved);
      }}
    >
      <div class="pair">
        <RoleField {...{ role, offered, faults }} />
        <TextField
          label={t("From")}
          type="date"
          at="/startsAt"
          faults={faults}
          value={start.value}
          change={(text) => (start.value = text)}
        />
        <EndField {...{ end, faults }} />
      </div>
      {fault.value && <Fault fault={fault.value} newest={saved} />}
      <Buttons busy={busy.value} text={t("Save")} close={close} />
    </form>
  );
}

function Buttons({ busy, text, close }: { busy: boolean; text: string; close: () => void }) {
  return (
    <div class="buttons">
      <button class="strong" disabled={busy}>
        {text}
      </button>
      <button type="button" class="plain" onClick={close}>
        {t("Cancel")}
      </button>
    </div>
  );
}

interface AddProps {
  farm: Farm;
  roles: Role[];
  added: () => void;
  close: () => void;
}

const ofFarms = ["OWNER", "MANAGER", "ADVISER", "WORKER", "VIEWER", "AUDITOR", "SERVICE"];

/** Whether a role can be given on a farm: those of the platform for farms, and those of the farm's organization. */
const isOffered = (role: Role, { organizationId }: Farm): boolean =>
  role.organizationId ? role.organizationId === organizationId : ofFarms.includes(codeOf(role));

function InviteForm({ farm: chosen, roles: known, added, close }: AddProps) {
  const email = useSignal("");
  const role = useSignal("WORKER");
  const { busy, fault, run } = useAction();
  const faults = fault.value?.violations;
  const offered = known.filter((one) => isOffered(one, chosen));
  return (
    <form
      class="form"
      aria-label={t("Invite a person")}
      onSubmit={(event) => {
        event.preventDefault();
        run(() => invite(chosen.id, email.value.trim(), role.value), added);
      }}
    >
      <div class="pair">
        <TextField
          label={t("E-mail address")}
          needed
          type="email"
          at="/email"
          faults={faults}
          value={email.value}
          change={(text) => (email.value = text)}
          hint={t("At the first sign-in with this address the person gets the access.")}
        />
        <ChoiceField
          label={t("Role")}
          needed
          at="/role"
          faults={faults}
          value={role.value}
          options={offered.map((one) => [codeOf(one), roleName(one)])}
          change={(code) => (role.value = code)}
        />
      </div>
      {fault.value && <Fault fault={fault.value} />}
      <Buttons busy={busy.value} text={t("Invite")} close={close} />
    </form>
  );
}

function AssignForm({ farm: chosen, people, roles: known, added, close }: AddProps & { people: User[] }) {
  const user = useSignal("");
  const role = useSignal("");
  const end = useSignal("");
  const { busy, fault, run } = useAction();
  const faults = fault.value?.violations;
  const send = () =>
    assign({
      userId: user.value,
      farmId: chosen.id,
      roleId: role.value,
      ...(end.value && { endsAt: end.value }),
    });
  const offered = known.filter((one) => isOffered(one, chosen));
  return (
    <form
      class="form"
      aria-label={t("Give access")}
      onSubmit={(event) => {
        event.preventDefault();
        run(send, added);
      }}
    >
      <div class="pair">
        <ChoiceField
          label={t("Person")}
          needed
          at="/userId"
          faults={faults}
          value={user.value}
          options={people.map(({ id, displayName }) => [id, displayName])}
          change={(id) => (user.value = id)}
        />
        <RoleField {...{ role, offered, faults }} />
        <EndField {...{ end, faults }} />
      </div>
      {fault.value && <Fault fault={fault.value} />}
      <Buttons busy={busy.value} text={t("Give access")} close={close} />
    </form>
  );
}
