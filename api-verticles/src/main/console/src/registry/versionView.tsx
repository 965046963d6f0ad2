import { useSignal } from "@preact/signals";
import type { AppVersion, Manifest, RegisteredApp } from "../api/bodies";
import { Fault } from "../fault";
import { useAction } from "../parts/action";
import { Confirm } from "../parts/confirm";
import { TextField } from "../parts/field";
import { Card } from "../parts/sheet";
import { mayOnPlatform, rights } from "../rights";
import { type Text, t } from "../texts/texts";
import { timeFormat } from "../words";
import { changes, inUse } from "./manifest";
import { approve, reject, submit, withdrawVersion } from "./registry";
import { State } from "./states";

export const MEMBERS: Record<keyof Manifest, Text> = {
  name: "Name",
  description: "Description",
  publicKeys: "Public keys",
  redirectUris: "Addresses after the sign-in",
  backChannelLogoutUri: "Address for sign-outs",
  access: "Access",
  clientCredentials: "Works without a person",
};

interface Props {
  app: RegisteredApp;
  version: AppVersion;
  all: AppVersion[];
  /** whether the person may change it */
  own: boolean;
  changed: () => void;
}

/** The manifest of a version beside the version in use, its reviews, and the steps that are possible now. */
export function VersionView({ app, version, all, own, changed }: Props) {
  const before = inUse(all, version);
  const differences = changes(before?.manifest, version.manifest);
  const title = before
    ? t("Version {number} compared with version {other}", { number: version.number, other: before.number })
    : t("Version {number}", { number: version.number });
  return (
    <Card title={title} tools={<State state={version.state} />}>
      {version.reason && <p class="fault">{t("Rejected: {reason}", { reason: version.reason })}</p>}
      {version.restrictedScopes.length > 0 && (
        <p class="hint">
          {t("restricted scopes: {scopes}", { scopes: version.restrictedScopes.join(", ") })} ·{" "}
          {t("two reviewers are needed")}
        </p>
      )}
      {differences.length === 0 && <p class="hint">{t("The manifests are equal.")}</p>}
      <dl class="facts differences">
        {differences.map(({ member, removed, added }) => (
          <>
            <dt>{t(MEMBERS[member])}</dt>
            <dd>
              {removed.map((line) => (
                <del key={line}>{line === "true" ? t("yes") : line}</del>
              ))}
              {added.map((line) => (
                <ins key={line} class={before ? "" : "first"}>
                  {line === "true" ? t("yes") : line}
                </ins>
              ))}
            </dd>
          </>
        ))}
      </dl>
      <Reviews version={version} />
      {own && <OwnSteps version={version} changed={changed} />}
      {version.state === "SUBMITTED" && mayOnPlatform("appReview:create") && !own && (
        <NextReview key={`${app.id}${version.number}`} version={version} changed={changed} />
      )}
    </Card>
  );
}

function Reviews({ version: { reviews } }: { version: AppVersion }) {
  const time = timeFormat(undefined);
  if (reviews.length === 0) return null;
  return (
    <>
      <h3>{t("Reviews")}</h3>
      <ul class="rows">
        {reviews.map(({ at, decision, comment }) => (
          <li key={at}>
            <div>
              {comment || t("No comment")}
              <p class="hint">{time.format(new Date(at))}</p>
            </div>
            <State state={decision} />
          </li>
        ))}
      </ul>
    </>
  );
}

function OwnSteps({ version, changed }: { version: AppVersion; changed: () => void }) {
  const { busy, fault, run } = useAction();
  const { state } = version;
  if (state !== "DRAFT" && state !== "SUBMITTED") return null;
  return (
    <>
      {fault.value && <Fault fault={fault.value} />}
      <div class="buttons">
        {state === "DRAFT" && (
          <button class="strong" disabled={busy.value} onClick={() => run(() => submit(version), changed)}>
            {t("Submit for review")}
          </button>
        )}
        <Confirm
          label={t("Withdraw the version")}
          sure={t("Withdraw it")}
          change={() => withdrawVersion(version)}
          done={changed}
        />
      </div>
    </>
  );
}

/** Asks a reviewer for a decision, once. */
function NextReview({ version, changed }: { version: AppVersion; changed: () => void }) {
  const hasDecided = version.reviews.some(({ reviewerId }) => reviewerId === rights.value?.userId);
  return hasDecided ? (
    <p class="hint">{t("You have approved it; another reviewer is needed.")}</p>
  ) : (
    <Decision version={version} changed={changed} />
  );
}

/** The decision of a reviewer: an approval with a comment, or a rejection with a reason. */
function Decision({ version, changed }: { version: AppVersion; changed: () => void }) {
  const comment = useSignal("");
  const { busy, fault, run } = useAction();
  return (
    <form
      class="form"
      aria-label={t("Your decision")}
      onSubmit={(event) => {
        event.preventDefault();
        run(() => approve(version, comment.value.trim()), changed);
      }}
    >
      <TextField
        label={t("Comment")}
        lines={2}
        max={500}
        value={comment.value}
        change={(text) => (comment.value = text)}
      />
      {fault.value && <Fault fault={fault.value} />}
      <div class="buttons">
        <button class="strong" disabled={busy.value}>
          {t("Approve")}
        </button>
        <Confirm
          label={t("Reject")}
          sure={t("Reject it")}
          reason={t("Reason")}
          change={(reason) => reject(version, reason)}
          done={changed}
        />
      </div>
    </form>
  );
}
