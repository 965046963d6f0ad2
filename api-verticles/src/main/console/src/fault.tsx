import type { Refusal } from "./api/refusal";

/** An error in the platform's words, with the request id that finds it in the log. */
export function Fault({ fault, retry }: { fault: Refusal; retry?: () => void }) {
  return (
    <div class="fault" role="alert">
      <strong>{fault.title}</strong>
      {fault.detail && <p>{fault.detail}</p>}
      {fault.violations.length > 1 && (
        <ul>
          {fault.violations.map(({ pointer, detail }) => (
            <li key={`${pointer}${detail}`}>{[pointer, detail].filter(Boolean).join(": ")}</li>
          ))}
        </ul>
      )}
      {fault.requestId && <small>request {fault.requestId}</small>}
      {retry && (
        <button class="plain" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
