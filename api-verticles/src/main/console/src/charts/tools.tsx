import { type Signal, useSignal } from "@preact/signals";
import { fileName, saveFile } from "../parts/saveFile";
import { t } from "../texts/texts";
import type { Line } from "./lines";
import { pictureOf } from "./picture";
import type { Plot } from "./plot";
import { moved, zoomed } from "./span";
import { csvOf, tableOf } from "./table";

const STEP = 2;
const SHARE = 0.5;

interface Props {
  plot: () => Plot | undefined;
  lines: Line[];
  title: string;
  /** whether a part of the time axis is shown */
  close: boolean;
  /** whether the values are shown as a table */
  listed: Signal<boolean>;
}

/** Zoom, movement, table and files of a chart. */
export function ChartTools({ plot, lines, title, close, listed }: Props) {
  const failed = useSignal(false);
  const change = (next: (drawn: Plot) => readonly [number, number]) => {
    const drawn = plot();
    drawn?.choose(next(drawn));
  };
  const zoom = (factor: number) =>
    change((drawn) => zoomed(drawn.span(), factor, (drawn.span()[0] + drawn.span()[1]) / 2, drawn.whole()));
  const move = (share: number) => change((drawn) => moved(drawn.span(), share, drawn.whole()));
  const save = async (type: "csv" | "png") => {
    const drawn = plot();
    if (!drawn) return;
    failed.value = false;
    try {
      const file =
        type === "png"
          ? await pictureOf(drawn.canvas, title, lines)
          : new Blob([csvOf(tableOf(lines, drawn.span()))], { type: "text/csv;charset=utf-8" });
      saveFile(file, `${fileName(title, "chart")}.${type}`);
    } catch {
      failed.value = true;
    }
  };
  return (
    <>
      <div class="chart-tools" role="group" aria-label={t("Chart")}>
        <Tool name={t("Zoom in")} sign="+" press={() => zoom(1 / STEP)} />
        <Tool name={t("Zoom out")} sign="−" press={() => zoom(STEP)} off={!close} />
        <Tool name={t("Earlier")} sign="‹" press={() => move(-SHARE)} off={!close} />
        <Tool name={t("Later")} sign="›" press={() => move(SHARE)} off={!close} />
        <Tool name={t("All")} sign={t("All")} press={() => change((drawn) => drawn.whole())} off={!close} />
        <button class="tool last" aria-expanded={listed.value} onClick={() => (listed.value = !listed.value)}>
          {t("Table")}
        </button>
        <Tool name={t("Save the values as CSV")} sign="CSV" press={() => void save("csv")} />
        <Tool name={t("Save the picture as PNG")} sign="PNG" press={() => void save("png")} />
      </div>
      {failed.value && (
        <p class="fault" role="alert">
          {t("The file could not be made. Reload the page and try again.")}
        </p>
      )}
    </>
  );
}

interface ToolProps {
  name: string;
  sign: string;
  press: () => void;
  off?: boolean;
}

function Tool({ name, sign, press, off = false }: ToolProps) {
  return (
    <button class="tool" aria-label={name} title={name} disabled={off} onClick={press}>
      {sign}
    </button>
  );
}
