import { formOf, Refusal, unwrap } from "glebe-client";
import { glebe } from "../api/client";
import { uploading } from "../api/upload";
import { whyOf } from "./fates";
import { isGone } from "./network";
import { changing } from "./reads";
import type { Entry } from "./store";

/** A file of a record of observations, with an id of this browser: sending it again stores nothing. */
export interface NewFile {
  id: string;
  record: string;
  name: string;
  blob: Blob;
}

/** Sends a file; fails when no answer comes. */
export async function putFile({ id, record, name, blob }: NewFile, progress: (share: number) => void): Promise<void> {
  const file = new File([blob], name, { type: blob.type });
  const upload = uploading(formOf({ file }), progress);
  unwrap(
    await glebe.PUT("/v1/records/{recordId}/attachments/{attachmentId}", {
      params: { path: { recordId: record, attachmentId: id } },
      body: { file },
      ...upload,
      fetch: changing(upload.fetch),
    }),
  );
}

/** Sends the file of an entry; the entry with its fate, or nothing when it has to wait on. */
export async function sendEntry(entry: Entry): Promise<Entry | undefined> {
  const { blob, ...file } = entry.file!;
  try {
    await putFile({ blob, ...file }, () => {});
    return { ...entry, file: { ...file, blob: new Blob() }, fate: "sent" }; // its content is not needed any more
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (isGone(error.status) || error.status === 429) return undefined;
    return { ...entry, fate: "refused", ...whyOf(error) };
  }
}
