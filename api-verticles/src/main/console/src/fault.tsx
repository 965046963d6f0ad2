import type { Refusal } from "glebe-client";
import { titleOf } from "./api/refusal";
import { t } from "./texts/texts";

/** An error in the platform's words, with the request id that finds it in the log. */
export function Fault({ fault, retry }: { fault: Refusal; retry?: () => void }) {
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
