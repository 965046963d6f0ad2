import { refusal } from "./refusal";
import { sessionHeaders, signInAgain } from "./session";

/** Fetches JSON from the platform; throws a Refusal, goes to the sign-in page when the session has ended. */
export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  const answer = await fetch(path, {
    headers: { Accept: "application/json", ...sessionHeaders() },
    ...(signal ? { signal } : {}),
  });
  if (answer.status === 401 && signInAgain()) return new Promise(() => {}); // the page is on its way out
  if (!answer.ok) throw await refusal(answer);
  return (await answer.json()) as T;
}
