import { etagOf, Refusal, unwrap } from "glebe-client";
import { glebe } from "../api/client";
import { isLost } from "./network";
import { sent } from "./reads";
import type { Versioned } from "./waiting";

// The versions in which a person has read records. A change names the one that it is made from, so that what somebody else
// has changed in between is not overwritten.

/** What is known of the version: its name, or, of a record of a list, which has no names, the time of the last change. */
export interface Seen {
  version?: string | undefined;
  updatedAt?: string | undefined;
}

const PRECONDITION_FAILED = 412;

/** The header of a change. */
export const conditions = (version: string | undefined) => (version ? { "If-Match": version } : {});

/** Answers of one record are the same for all collections. */
export const addressOf = (path: string) => `/v1${path}` as "/v1/tasks/{id}";
export const NO_PARAMS = { path: {} as never };

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** A record with its version; as a list has it, where the record itself is not kept and there is no network. */
export async function versioned<T>(request: Promise<Answer<T>>, known?: T): Promise<Versioned<T>> {
  try {
    const answer = await request;
    return { record: unwrap(answer), version: etagOf(answer) };
  } catch (error) {
    if (!known || !isLost(error)) throw error;
    return { record: known, version: undefined };
  }
}

/** The name of the version that the person has seen, of the platform itself; refuses where there is a newer one. */
export async function versionOf(
  path: string,
  { version, updatedAt }: Seen,
  by: { fetch: typeof sent; signal?: AbortSignal } = { fetch: sent },
): Promise<string | undefined> {
  if (version || !updatedAt) return version;
  const answer = await glebe.GET(addressOf(path), { params: NO_PARAMS, ...by });
  if (unwrap(answer).updatedAt !== updatedAt) throw new Refusal(PRECONDITION_FAILED, {}, answer.response);
  return etagOf(answer);
}
