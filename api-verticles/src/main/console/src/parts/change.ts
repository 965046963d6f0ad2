import { etagOf, unwrap } from "glebe-client";
import { glebe } from "../api/client";
import { addressOf, conditions, NO_PARAMS, type Seen, versionOf } from "../offline/versions";
import { offerBack } from "./undo";

/** Changes a record by a merge patch, where it is still as the person has seen it, and offers to change it back. */
export async function change<T extends object>(
  path: string,
  name: string,
  before: T & Seen,
  patch: object,
): Promise<void> {
  const send = async (body: object, version: string | undefined) => {
    const params = { ...NO_PARAMS, header: conditions(version) };
    const answer = await glebe.PATCH(addressOf(path) as "/v1/fields/{id}", { params, body });
    unwrap(answer);
    return etagOf(answer);
  };
  const after = await send(patch, await versionOf(path, before));
  offerBack(name, before, patch, (values) => send(values, after));
}
