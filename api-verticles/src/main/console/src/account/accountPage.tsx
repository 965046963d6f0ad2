import { unwrap } from "glebe-client";
import type { Token } from "../api/bodies";
import { glebe } from "../api/client";
import { useLoading } from "../loading";
import { Confirm } from "../parts/confirm";
import { Loaded } from "../parts/loaded";
import { Sheet } from "../parts/sheet";
import { person } from "../session";
import { t } from "../texts/texts";
import { timeFormat } from "../words";
import { ProfileCard } from "./profileCard";
import { ViewerTokens } from "./viewerTokens";

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

/** The signed-in person: the profile, and the tokens that act in that name. */
export function AccountPage() {
  const loaded = useLoading(tokensOfPerson, []);
  return (
    <Sheet title={person()?.user ?? t("You")}>
      <ProfileCard />
      <section class="card account" aria-labelledby="acting">
        <h2 id="acting">{t("Tokens that act for you")}</h2>
        <p class="hint">{t("Each of these tokens can read and write in your name until it ends.")}</p>
        <Loaded of={loaded} what={t("Tokens")}>
          {({ tokens, userId }) =>
            tokens.length === 0 ? (
              <p class="none">{t("You have no tokens.")}</p>
            ) : (
              <ul class="rows">
                {tokens.map((token) => (
                  <Row key={token.id} token={token} userId={userId} ended={loaded.again} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </section>
      <ViewerTokens />
    </Sheet>
  );
}

/** One token; ending it takes two clicks. */
function Row({ token, userId, ended }: { token: Token; userId: string; ended: () => void }) {
  const { id, name, kind, audiences, scopes, createdAt, createdBy, expiresAt } = token;
  const time = timeFormat(undefined);
  const values = { time: time.format(new Date(createdAt)) };
  const end = () =>
    glebe.DELETE("/v1/users/{userId}/tokens/{tokenId}", { params: { path: { userId, tokenId: id } } }).then(unwrap);
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p class="hint">
          {kind === "TOKEN" ? t("Token") : t("Service account")}: {audiences.join(", ")} · {scopes.join(", ")}
        </p>
        <p class="hint">
          {createdBy === "SELF" ? t("made {time} by you", values) : t("made {time} by an administrator", values)} ·{" "}
          {expiresAt ? t("until {day}", { day: time.format(new Date(expiresAt)) }) : t("without an end")}
        </p>
      </div>
      <Confirm label={t("End")} sure={t("End it now")} name={t("End {name}", { name })} change={end} done={ended} />
    </li>
  );
}
