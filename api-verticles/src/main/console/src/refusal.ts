/** What exactly was refused; pointer leads into the body that was sent. */
export interface Violation {
  rule?: string;
  detail: string;
  pointer?: string;
}

/** A refusal of the platform (RFC 9457), as a person is shown it. */
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

export async function refusal(answer: Response): Promise<Refusal> {
  const problem = await answer.json().catch(() => ({}));
  return fromProblem(problem, answer.status, answer.statusText, answer.headers.get("X-Request-Id"));
}

/** From a problem document that was read already. */
export const fromProblem = (
  problem: { title?: string; detail?: string; instance?: string; violations?: Violation[] },
  status: number,
  title: string,
  requestId: string | null,
) =>
  new Refusal(
    problem.title ?? (title || "Not possible"),
    problem.detail ?? "",
    status,
    problem.instance ?? requestId ?? "",
    problem.violations ?? [],
  );

/** The same for what never reached the platform. */
export const asRefusal = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error;
  if (error instanceof DOMException && error.name === "AbortError") return undefined;
  if (error instanceof TypeError)
    return new Refusal("No connection", "The platform does not answer. Check the network and try again.", 0, "");
  throw error;
};
