import type { Refusal } from "glebe-client";
import { titleOf } from "./api/refusal";
import { t } from "./texts/texts";

interface Props {
  fault: Refusal;
  retry?: () => void;
  /** shows the newest version, where somebody else has changed what the person has changed */
  newest?: () => void;
}

const PRECONDITION_FAILED = 412;

/** An error in the platform's words, with the request id that finds it in the log. */
export function Fault({ fault, retry, newest }: Props) {
  if (fault.status === PRECONDITION_FAILED) return <Conflict newest={newest} />;
  return (
    <div class="fault" role="alert">
      <strong>{titleOf(fault)}</strong>
      {fault.problem.detail && <p>{fault.problem.detail}</p>}
      {fault.violations.length > 1 && (
        <ul>
          {fault.violations.map(({ pointer, detail }) => (
            <li key={`${pointer}${detail}`}>{[pointer, detail].filter(Boolean).join(": ")}</li>
          ))}
        </ul>
      )}
      {fault.requestId && <small>{t("request {id}", { id: fault.requestId })}</small>}
      {retry && (
        <button class="plain" onClick={retry}>
          {t("Try again")}
        </button>
      )}
    </div>
  );
}

/** Says that somebody else was faster; what the person has filled in stays until the newest values are wanted. */
const Conflict = ({ newest }: Pick<Props, "newest">) => (
  <div class="fault" role="alert">
    <strong>{t("Not saved: it was changed since you opened it.")}</strong>
    <p>{t("Nothing is overwritten. Look at the newest values, and make your change again.")}</p>
    {newest && (
      <button type="button" class="plain" onClick={newest}>
        {t("Show the newest values")}
      </button>
    )}
  </div>
);
