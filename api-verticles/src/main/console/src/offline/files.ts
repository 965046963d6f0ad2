import { formOf, Refusal, unwrap } from "glebe-client";
import { glebe } from "../api/client";
import { whyOf } from "./fates";
import { isGone } from "./network";
import type { Entry } from "./store";

// Files of records that wait. The platform chooses the id of a file, so before one is sent again, the files of its record are
// looked through for the same content.

/** The checksum as the platform states it. */
async function checksumOf(file: Blob): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
  return `sha-256:${[...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

async function hasArrived(record: string, file: Blob): Promise<boolean> {
  const checksum = await checksumOf(file);
  const { data } = await glebe.GET("/v1/files", { params: { query: { dataId: record, limit: 1000 } } });
  return data?.items.some((one) => one.checksum === checksum) ?? false; // who may not read files sends it again
}

/**
 * Sends the file of an entry; the entry with its fate, or nothing when it has to wait on.
 *
 * @param update keeps that the file was tried, before it is sent
 */
export async function sendFile(entry: Entry, update: (entry: Entry) => Promise<void>): Promise<Entry | undefined> {
  const { record, name, blob } = entry.file!;
  try {
    if (entry.tried && (await hasArrived(record, blob))) return sentEntry(entry);
    if (!entry.tried) await update({ ...entry, tried: true });
    const file = new File([blob], name, { type: blob.type });
    unwrap(
      await glebe.POST("/v1/records/{recordId}/attachments", {
        params: { path: { recordId: record } },
        body: { file },
        bodySerializer: () => formOf({ file }),
      }),
    );
    return sentEntry(entry);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (isGone(error.status) || error.status === 429) return undefined;
    return { ...entry, fate: "refused", ...whyOf(error) };
  }
}

/** Without the file, which is not needed any more. */
const sentEntry = ({ file, ...entry }: Entry): Entry => ({
  ...entry,
  file: { record: file!.record, name: file!.name, blob: new Blob() },
  fate: "sent",
});
