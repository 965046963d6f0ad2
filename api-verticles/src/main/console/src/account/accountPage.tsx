import { useSignal } from "@preact/signals";
import { get, remove } from "../api";
import { Fault } from "../fault";
import { useLoading } from "../loading";
import { asRefusal, type Refusal } from "../refusal";
import { person } from "../session";
import { moments } from "../words";
import "./account.css";

/** What may act as the signed-in person: a token, or a service account with the person's name. */
interface Token {
  id: string;
  kind: "TOKEN" | "SERVICE_ACCOUNT";
  name: string;
  audiences: string[];
  scopes: string[];
  createdAt: string;
  createdBy: "SELF" | "ADMINISTRATOR";
  expiresAt?: string;
}

interface Acting {
  /** path of the list; empty for somebody without a User record */
  list: string;
  tokens: Token[];
}

async function acting(signal: AbortSignal): Promise<Acting> {
  const subject = person()?.subject ?? "";
  const users = await get<{ items: { id: string; subject?: string }[] }>(`/v1/users?subject=${encodeURIComponent(subject)}`, signal);
  const own = users.items.find((user) => user.subject === subject);
  if (!own) return { list: "", tokens: [] };
  const list = `/v1/users/${own.id}/tokens`;
  return { list, tokens: (await get<{ items: Token[] }>(list, signal)).items };
}

/** Who is signed in, and what else acts in that name. */
export function AccountPage() {
  const { value, fault, again } = useLoading(acting, []);
  const found = value.value;
  return (
    <div class="account">
      <section class="card" aria-labelledby="acting">
        <h2 id="acting">Tokens that act for you</h2>
        <p class="hint">You are signed in as {person()?.user}. Whoever holds one of these reads and writes in your name until it ends.</p>
        {fault.value && <Fault fault={fault.value} retry={again} />}
        {!found && !fault.value && <div class="skeleton line" role="status" aria-label="Loading the tokens" />}
        {found?.tokens.length === 0 && <p class="none">Nothing acts for you but you.</p>}
        {found && found.tokens.length > 0 && (
          <ul>
            {found.tokens.map((token) => <Row key={token.id} token={token} list={found.list} ended={again} />)}
          </ul>
        )}
      </section>
    </div>
  );
}

const moment = moments(undefined);
const at = (time: string) => <time dateTime={time}>{moment.format(new Date(time))}</time>;

/** One of them; ending it takes two clicks. */
function Row({ token, list, ended }: { token: Token; list: string; ended: () => void }) {
  const asked = useSignal(false);
  const under = useSignal(false);
  const fault = useSignal<Refusal | undefined>(undefined);
  const end = async () => {
    under.value = true;
    try {
      await remove(`${list}/${token.id}`);
      ended();
    } catch (error) {
      fault.value = asRefusal(error);
      under.value = false;
    }
  };
  return (
    <li>
      <div>
        <strong>{token.name}</strong>
        <p class="hint">
          {token.kind === "TOKEN" ? "Token" : "Service account"} for {token.audiences.join(", ")}: {token.scopes.join(", ")}
        </p>
        <p class="hint">
          Made {at(token.createdAt)} by {token.createdBy === "SELF" ? "you" : "an administrator"}
          {token.expiresAt ? <>, ends {at(token.expiresAt)}</> : ", without an end"}
        </p>
        {fault.value && <Fault fault={fault.value} />}
      </div>
      {asked.value ? (
        <div class="buttons" role="group" aria-label={`End ${token.name}`}>
          <button class="strong" disabled={under.value} onClick={() => void end()}>End it now</button>
          <button class="plain" disabled={under.value} onClick={() => (asked.value = false)}>Keep</button>
        </div>
      ) : (
        <button class="plain" aria-label={`End ${token.name}`} onClick={() => (asked.value = true)}>End</button>
      )}
    </li>
  );
}
