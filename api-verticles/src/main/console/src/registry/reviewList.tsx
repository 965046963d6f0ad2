import { useLoading } from "../loading";
import { Loaded } from "../parts/loaded";
import { Card } from "../parts/sheet";
import { counted, t } from "../texts/texts";
import { timeFormat } from "../words";
import { openApp, openVersion } from "./choices";
import { waiting } from "./registry";

/** The versions that wait for a decision, the oldest first. */
export function ReviewList() {
  const all = useLoading(waiting, []);
  const time = timeFormat(undefined);
  return (
    <Card title={t("Versions that wait for a review")}>
      <Loaded of={all} what={t("Reviews")}>
        {(found) =>
          found.length === 0 ? (
            <p class="hint">{t("Nothing waits for a review.")}</p>
          ) : (
            <ul class="rows">
              {found.map(({ appId, number, manifest, submittedAt, restrictedScopes, approvalsNeeded, reviews }) => (
                <li key={`${appId}${number}`}>
                  <div>
                    <button
                      class="link"
                      onClick={() => {
                        openVersion.value = String(number);
                        openApp.value = appId;
                      }}
                    >
                      {t("{name}, version {number}", { name: manifest.name, number })}
                    </button>
                    <p class="hint">
                      {submittedAt && t("Submitted {time}", { time: time.format(new Date(submittedAt)) })}
                      {restrictedScopes.length > 0 &&
                        ` · ${t("restricted scopes: {scopes}", { scopes: restrictedScopes.join(", ") })}`}
                    </p>
                  </div>
                  <span class="hint">
                    {counted("{done} of {n} review|{done} of {n} reviews", approvalsNeeded, { done: reviews.length })}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
