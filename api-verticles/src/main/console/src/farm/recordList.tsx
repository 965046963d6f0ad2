import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Refusal } from "glebe-client";
import type { Attachment, FarmRecord } from "../api/bodies";
import { asRefusal } from "../api/refusal";
import { Fault } from "../fault";
import { facts, sizeOf, words } from "../words";
import { attach, downloadOf, streamOf, timeOfRecord } from "./farms";
import { Progress } from "./progress";

interface Props {
  records: FarmRecord[];
  time: Intl.DateTimeFormat;
  changed: () => void;
}

/** Records with their payloads and files. */
export function RecordList({ records, time, changed }: Props) {
  if (records.length === 0) return <p class="hint">No record yet. Add an observation, for example with a photo.</p>;
  return (
    <ul class="entries">
      {records.map((record) => (
        <li key={record.id}>
          <header>
            <strong>{words(record.type)}</strong>
            <time dateTime={timeOfRecord(record)}>{time.format(new Date(timeOfRecord(record)))}</time>
          </header>
          <Payload payload={record.payload} />
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
            <a class="plain" href={downloadOf(file)} download={file.name}>
              {file.name} <small>{sizeOf(file.size)}</small>
            </a>
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
      <button class="add-file" onClick={() => input.current?.click()}>
        Attach a file
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
