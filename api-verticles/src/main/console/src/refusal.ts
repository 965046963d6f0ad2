/** A refusal of the platform (RFC 9457), as a person is shown it. */
export class Refusal extends Error {
  constructor(
    readonly title: string,
    readonly detail: string,
    readonly status: number,
    readonly requestId: string,
  ) {
    super(detail || title);
  }
}

export async function refusal(answer: Response): Promise<Refusal> {
  const problem = await answer.json().catch(() => ({}));
  return new Refusal(
    problem.title ?? answer.statusText,
    problem.detail ?? "",
    answer.status,
    problem.instance ?? answer.headers.get("X-Request-Id") ?? "",
  );
}

/** The same for what never reached the platform. */
export const asRefusal = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error;
  if (error instanceof DOMException && error.name === "AbortError") return undefined;
  if (error instanceof TypeError)
    return new Refusal("No connection", "The platform does not answer. Check the network and try again.", 0, "");
  throw error;
};
