import { useSignal } from "@preact/signals";
import { t } from "../texts/texts";
import "./dropZone.css";

interface Props {
  text: string;
  /** endings of file names */
  accept: string;
  many: boolean;
  busy: boolean;
  take: (files: File[]) => void;
}

/** An area in which files are dropped or chosen. */
export function DropZone({ text, accept, many, busy, take }: Props) {
  const over = useSignal(false);
  const taken = (files: FileList | null | undefined) => {
    over.value = false;
    if (files?.length && !busy) take(many ? [...files] : [files[0]!]);
  };
  return (
    <label
      class={`drop ${over.value ? "over" : ""}`}
      onDragOver={(event) => {
        event.preventDefault();
        over.value = !busy;
      }}
      onDragLeave={() => (over.value = false)}
      onDrop={(event) => {
        event.preventDefault();
        taken(event.dataTransfer?.files);
      }}
    >
      <span>{text}</span>
      <input
        type="file"
        multiple={many}
        accept={accept}
        disabled={busy}
        onChange={(event) => {
          taken(event.currentTarget.files);
          event.currentTarget.value = "";
        }}
      />
    </label>
  );
}

/** The progress of an upload; after it the platform still stores the data. */
export function Sending({ share }: { share: number }) {
  return (
    <label class="sending">
      <span>
        {share < 1
          ? t("Sending: {percent} %", { percent: Math.round(share * 100) })
          : t("Sent. The platform stores it …")}
      </span>
      <progress max={1} value={share} />
    </label>
  );
}
