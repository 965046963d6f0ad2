import { useSignal } from "@preact/signals";
import { type Refusal, unwrap } from "glebe-client";
import type { Token } from "../api/bodies";
import { glebe } from "../api/client";
import { asRefusal } from "../api/refusal";
import { Fault } from "../fault";
import { useLoading } from "../loading";
import { person } from "../session";
import { timeFormat } from "../words";
import "./account.css";

interface Tokens {
  /** id of the person's User record; empty when there is none */
  userId: string;
  tokens: Token[];
}

async function tokensOfPerson(signal: AbortSignal): Promise<Tokens> {
  const subject = person()?.subject ?? "";
  const users = unwrap(await glebe.GET("/v1/users", { params: { query: { subject } }, signal }));
  const own = users.items.find((user) => user.subject === subject);
  if (!own) return { userId: "", tokens: [] };
  const answer = await glebe.GET("/v1/users/{userId}/tokens", { params: { path: { userId: own.id } }, signal });
  const { items } = unwrap(answer);
  return { userId: own.id, tokens: items };
}

/** The signed-in person and the tokens that act in that name. */
export function AccountPage() {
  const { value, fault, again } = useLoading(tokensOfPerson, []);
  const found = value.value;
  return (
    <div class="account">
      <section class="card" aria-labelledby="acting">
        <h2 id="acting">Tokens that act for you</h2>
        <p class="hint">
          You are signed in as {person()?.user}. Each of these tokens can read and write in your name until it ends.
        </p>
        {fault.value && <Fault fault={fault.value} retry={again} />}
        {!found && !fault.value && <div class="skeleton line" role="status" aria-label="Loading the tokens" />}
        {found?.tokens.length === 0 && <p class="none">You have no tokens.</p>}
        {found && found.tokens.length > 0 && (
          <ul>
            {found.tokens.map((token) => (
              <Row key={token.id} token={token} userId={found.userId} ended={again} />
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

const time = timeFormat(undefined);
const at = (instant: string) => <time dateTime={instant}>{time.format(new Date(instant))}</time>;

/** One token; ending it takes two clicks. */
function Row({ token, userId, ended }: { token: Token; userId: string; ended: () => void }) {
  const confirming = useSignal(false);
  const busy = useSignal(false);
  const fault = useSignal<Refusal | undefined>(undefined);
  const end = async () => {
    busy.value = true;
    try {
      const params = { path: { userId, tokenId: token.id } };
      unwrap(await glebe.DELETE("/v1/users/{userId}/tokens/{tokenId}", { params }));
      ended();
    } catch (error) {
      fault.value = asRefusal(error);
      busy.value = false;
    }
  };
  return (
    <li>
      <div>
        <strong>{token.name}</strong>
        <p class="hint">
          {token.kind === "TOKEN" ? "Token" : "Service account"} for {token.audiences.join(", ")}:{" "}
          {token.scopes.join(", ")}
        </p>
        <p class="hint">
          Created {at(token.createdAt)} by {token.createdBy === "SELF" ? "you" : "an administrator"}
          {token.expiresAt ? <>, ends {at(token.expiresAt)}</> : ", without an end"}
        </p>
        {fault.value && <Fault fault={fault.value} />}
      </div>
      {confirming.value ? (
        <div class="buttons" role="group" aria-label={`End ${token.name}`}>
          <button class="strong" disabled={busy.value} onClick={() => void end()}>
            End it now
          </button>
          <button class="plain" disabled={busy.value} onClick={() => (confirming.value = false)}>
            Keep
          </button>
        </div>
      ) : (
        <button class="plain" aria-label={`End ${token.name}`} onClick={() => (confirming.value = true)}>
          End
        </button>
      )}
    </li>
  );
}
