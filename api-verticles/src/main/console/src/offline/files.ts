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

type Progress = (share: number) => void;

/** Larger files go on at the byte that has arrived. */
const WHOLE_BYTES = 65_536;
/** Proxies that buffer bodies pass on whole requests only. */
const PORTION_BYTES = 1_048_576;
const CONFLICT = 409;

/** Sends a file; fails when no answer comes. */
export const putFile = (file: NewFile, progress: Progress): Promise<void> =>
  file.blob.size > WHOLE_BYTES ? putRest(file, progress) : putWhole(file, progress);

const pathOf = ({ id, record }: NewFile) => ({ recordId: record, attachmentId: id });

async function putWhole(one: NewFile, progress: Progress): Promise<void> {
  const file = new File([one.blob], one.name, { type: one.blob.type });
  const upload = uploading(formOf({ file }), progress);
  unwrap(
    await glebe.PUT("/v1/records/{recordId}/attachments/{attachmentId}", {
      params: { path: pathOf(one) },
      body: { file },
      ...upload,
      fetch: changing(upload.fetch),
    }),
  );
}

const UPLOAD = "/v1/records/{recordId}/uploads/{attachmentId}";

/** Sends what the platform does not have of a file. */
async function putRest(one: NewFile, progress: Progress): Promise<void> {
  const { name, blob } = one;
  const path = pathOf(one);
  const body = { name, type: blob.type || "application/octet-stream", size: blob.size };
  const state = async () => unwrap(await glebe.PUT(UPLOAD, { params: { path }, body, fetch: changing() }));
  let { received, isAttached } = await state();
  while (!isAttached) {
    const part = blob.slice(received, received + PORTION_BYTES);
    const before = received;
    const upload = uploading(part, (share) => progress((before + share * part.size) / blob.size));
    const answer = await glebe.PATCH(UPLOAD, {
      params: { path, header: { "Upload-Offset": String(before) } },
      headers: { "Content-Type": "application/partial-upload" },
      body: part,
      ...upload,
      fetch: changing(upload.fetch),
    });
    if (answer.response.status === CONFLICT) {
      ({ received, isAttached } = await state()); // more of an earlier request has arrived
      if (received === before) unwrap(answer);
    } else {
      unwrap(answer);
      isAttached = answer.response.status !== 204;
      received += part.size;
    }
  }
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
