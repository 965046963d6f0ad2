import type { Refusal } from "./refusal";

/** What went wrong, in the platform's words, with the id that leads to its log. */
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
