/** One reason of a refusal; pointer is a JSON Pointer into the body that was sent. */
export interface Violation {
  rule?: string;
  detail: string;
  pointer?: string;
}

/** The members of a problem document (RFC 9457) that the console shows. */
export interface Problem {
  title?: string;
  detail?: string;
  instance?: string;
  violations?: Violation[];
}

/** An error response of the platform, as a person sees it. */
export class Refusal extends Error {
  constructor(
    readonly title: string,
    readonly detail: string,
    readonly status: number,
    readonly requestId: string,
    readonly violations: Violation[] = [],
  ) {
    super(detail || title);
  }
}

export async function refusal(response: Response): Promise<Refusal> {
  const problem = (await response.json().catch(() => ({}))) as Problem;
  return fromProblem(problem, response.status, response.statusText, response.headers.get("X-Request-Id"));
}

/** A refusal from a problem document that is already parsed. */
export const fromProblem = (problem: Problem, status: number, title: string, requestId: string | null) =>
  new Refusal(
    problem.title ?? (title || "Not possible"),
    problem.detail ?? "",
    status,
    problem.instance ?? requestId ?? "",
    problem.violations ?? [],
  );

export const isAbort = (error: unknown) => error instanceof DOMException && error.name === "AbortError";

/** A refusal for any error of a request; nothing for a request that was aborted. Throws errors of the code. */
export const asRefusal = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error;
  if (isAbort(error)) return undefined;
  if (error instanceof TypeError)
    return new Refusal("No connection", "The platform does not answer. Check the network and try again.", 0, "");
  throw error;
};
