import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Refusal } from "glebe-client";
import type { Attachment, FarmRecord, Schema } from "../api/bodies";
import { useLoading } from "../loading";
import { asRefusal } from "../api/refusal";
import { Fault } from "../fault";
import { Confirm } from "../parts/confirm";
import { AuditTrail } from "../records/auditTrail";
import { labelOf } from "../records/labels";
import { isWaiting, waitingFiles } from "../offline/waiting";
import { may } from "../rights";
import { counted, t } from "../texts/texts";
import { facts, sizeOf } from "../words";
import { attach, deleteRecord, downloadOf, recordTypes, removeFile, streamOf, timeOfRecord } from "./farms";
import { RecordForm } from "./recordForm";
import { Progress } from "./progress";

interface Props {
  records: FarmRecord[];
  time: Intl.DateTimeFormat;
  timezone: string | undefined;
  changed: () => void;
}

type EntryProps = Omit<Props, "records"> & {
  record: FarmRecord;
  /** of the payload, when it is loaded */
  schema: Schema | undefined;
};

/** Records with their payloads and files. */
export function RecordList({ records, ...rest }: Props) {
  const types = useLoading(recordTypes, []).value.value; // without them values of a fixed unit are shown without it
  const schemaOf = ({ type }: FarmRecord) => types?.find((one) => one.type === type)?.payloadSchema;
  if (records.length === 0)
    return <p class="hint">{t("No record yet. Add an observation, for example with a photo.")}</p>;
  return (
    <ul class="entries">
      {records.map((record) => (
        <Entry key={record.id} record={record} schema={schemaOf(record)} {...rest} />
      ))}
    </ul>
  );
}

/** One record; those who may can change it, and everybody who may read it sees its history. */
function Entry({ record, schema, time, timezone, changed }: EntryProps) {
  const editing = useSignal(false);
  const { id, farmId, fieldId = "", type, payload, note, attachments } = record;
  const stored = () => {
    editing.value = false;
    changed();
  };
  if (editing.value)
    return (
      <li>
        <RecordForm
          farm={farmId}
          place={{ id: fieldId, kind: "field", name: "", fieldId }}
          record={record}
          timezone={timezone}
          done={stored}
          newest={stored}
          close={() => (editing.value = false)}
        />
      </li>
    );
  return (
    <li>
      <header>
        <strong>{labelOf(type)}</strong>
        <time dateTime={timeOfRecord(record)}>{time.format(new Date(timeOfRecord(record)))}</time>
      </header>
      {isWaiting(id) && <Waits files={waitingFiles(id).length} />}
      <Payload payload={payload} schema={schema} />
      {note && <p>{note}</p>}
      <Files attachments={attachments ?? []} removed={may("file:delete", farmId) && changed} />
      {may("file:create", farmId) && <AddFile record={record} changed={changed} />}
      <div class="record-tools">
        {may("data:update", farmId) && (
          <button class="link" onClick={() => (editing.value = true)}>
            {t("Edit")}
          </button>
        )}
        {may("data:delete", farmId) &&
          ((attachments ?? []).length === 0 ? (
            <Confirm
              label={t("Delete")}
              sure={t("Delete it")}
              name={t("Delete the record")}
              change={() => deleteRecord(record)}
              done={changed}
            />
          ) : (
            <p class="hint">{t("The record can be deleted when it has no files.")}</p>
          ))}
      </div>
      <AuditTrail id={id} timezone={timezone} />
    </li>
  );
}

/** Says that a record, or some of its files, wait for the network. */
function Waits({ files }: { files: number }) {
  return (
    <p class="hint">
      {files > 0 ? counted("{n} file is not sent yet.|{n} files are not sent yet.", files) : t("Not sent yet")}
    </p>
  );
}

function Payload({ payload, schema }: { payload: Record<string, unknown>; schema: Schema | undefined }) {
  return (
    <dl class="facts">
      {facts(payload, schema).map(([name, text]) => (
        <div key={name}>
          <dt>{labelOf(name)}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

const isPicture = (file: Attachment) => /^image\/(png|jpeg|gif|webp|avif)$/.test(file.type ?? "");

/** Files of a record; with a function that is called after a removal where the person may remove them. */
function Files({ attachments, removed }: { attachments: Attachment[]; removed: false | (() => void) }) {
  if (attachments.length === 0) return null;
  return (
    <ul class="files">
      {attachments.map((file) => (
        <li key={file.id}>
          {isPicture(file) ? (
            <a href={streamOf(file)} target="_blank" rel="noreferrer" title={`${file.name}, ${sizeOf(file.size)}`}>
              <img src={streamOf(file)} alt={file.name} loading="lazy" />
            </a>
          ) : (
            <a class="plain" href={downloadOf(file)} download={file.name}>
              {file.name} <small>{sizeOf(file.size)}</small>
            </a>
          )}
          {removed && (
            <Confirm
              label={t("Remove")}
              sure={t("Remove it")}
              name={t("Remove {name}", { name: file.name })}
              change={() => removeFile(file)}
              done={removed}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

function AddFile({ record, changed }: { record: FarmRecord; changed: () => void }) {
  const sending = useSignal<{ name: string; share: number } | undefined>(undefined);
  const fault = useSignal<Refusal | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const send = async (file: File) => {
    fault.value = undefined;
    sending.value = { name: file.name, share: 0 };
    try {
      await attach(record, file, (share) => (sending.value = { name: file.name, share }));
      changed();
    } catch (error) {
      fault.value = asRefusal(error);
    } finally {
      sending.value = undefined;
    }
  };
  if (sending.value) return <Progress {...sending.value} />;
  return (
    <>
      {fault.value && <Fault fault={fault.value} />}
      <button class="add-file" onClick={() => input.current?.click()}>
        {t("Attach a file")}
      </button>
      <input
        ref={input}
        hidden
        type="file"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) void send(file);
        }}
      />
    </>
  );
}
