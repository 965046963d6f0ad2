import type { ComponentChildren } from "preact";
import { addressOf } from "../address";
import { toSignIn } from "../session";
import { counted, t } from "../texts/texts";
import { ageText } from "../words";
import { newerBuild } from "./install";
import { reachable, shownSince } from "./network";
import { needsSignIn, refused, waiting } from "./outbox";

/** Says that the network is gone and what that means, or what the person has to do for the changes that wait. */
export function StatusBar() {
  return (
    <div class="status" role="status">
      <Status />
    </div>
  );
}

function Status() {
  const changes = waiting.value.length;
  const since = shownSince.value;
  const age = since === undefined ? "" : t("What you see is from {age}.", { age: ageText(since) });
  const kept =
    changes > 0
      ? counted("{n} change waits here and is sent later.|{n} changes wait here and are sent later.", changes)
      : t("You can go on: changes are kept here and sent later.");
  if (!reachable.value) return <Line bad>{[t("No network."), age, kept].filter(Boolean).join(" ")}</Line>;
  if (needsSignIn.value && changes > 0)
    return (
      <Line bad action={{ text: t("Sign in"), run: () => toSignIn() }}>
        {counted("Sign in to send {n} change.|Sign in to send {n} changes.", changes)}
      </Line>
    );
  if (since !== undefined) return <Line bad>{`${t("The platform does not answer.")} ${age}`}</Line>;
  if (refused.value.length > 0)
    return (
      <Line bad>
        {counted("{n} change needs your decision.|{n} changes need your decision.", refused.value.length)}
      </Line>
    );
  const sending = waiting.value.filter(({ until }) => !until).length;
  if (sending > 0) return <Line>{counted("Sending {n} change.|Sending {n} changes.", sending)}</Line>;
  if (newerBuild.value)
    return (
      <Line action={{ text: t("Load it"), run: () => location.reload() }}>
        {t("There is a newer version of the console.")}
      </Line>
    );
  return null;
}

interface LineProps {
  bad?: boolean;
  /** in place of the link to the changes */
  action?: { text: string; run: () => void };
  children: ComponentChildren;
}

function Line({ bad = false, action, children }: LineProps) {
  return (
    <p class={bad ? "bad" : ""}>
      <span>{children}</span>{" "}
      {action ? (
        <button class="plain" onClick={action.run}>
          {action.text}
        </button>
      ) : (
        <a href={addressOf("offline")}>{t("Show")}</a>
      )}
    </p>
  );
}
