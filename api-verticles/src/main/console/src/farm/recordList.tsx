import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { Fault } from "../fault";
import { asRefusal, type Refusal } from "../refusal";
import { type Attachment, attach, downloadOf, type FarmRecord, streamOf, timeOf } from "./farms";
import { Progress } from "./recordForm";
import { facts, sizeOf, words } from "../words";

interface Props {
  records: FarmRecord[];
  moment: Intl.DateTimeFormat;
  changed: () => void;
}

/** Records with what they say and the files that belong to them. */
export function RecordList({ records, moment, changed }: Props) {
  if (records.length === 0) return <p class="hint">No record yet. Add what you see here, with a photo.</p>;
  return (
    <ul class="entries">
      {records.map((record) => (
        <li key={record.id}>
          <header>
            <strong>{words(record.type ?? "Record")}</strong>
            <time dateTime={timeOf(record)}>{moment.format(new Date(timeOf(record)))}</time>
          </header>
          <Payload payload={record.payload ?? {}} />
          {record.note && <p>{record.note}</p>}
          <Files attachments={record.attachments ?? []} />
          <AddFile record={record} changed={changed} />
        </li>
      ))}
    </ul>
  );
}

function Payload({ payload }: { payload: Record<string, unknown> }) {
  return (
    <dl class="facts">
      {facts(payload).map(([name, text]) => (
        <div key={name}>
          <dt>{words(name)}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

const isPicture = (file: Attachment) => /^image\/(png|jpeg|gif|webp|avif)$/.test(file.type ?? "");

function Files({ attachments }: { attachments: Attachment[] }) {
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
            <a class="plain" href={downloadOf(file)} download={file.name}>{file.name} <small>{sizeOf(file.size)}</small></a>
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
      await attach(record.id, file, (share) => (sending.value = { name: file.name, share }));
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
      <button class="add-file" onClick={() => input.current?.click()}>Attach a file</button>
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
