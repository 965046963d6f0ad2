import { counted, t } from "../texts/texts";
import type { Line } from "./lines";
import type { Span } from "./span";
import { tableOf } from "./table";
import { valueText } from "./told";

const MAX_ROWS = 300;

interface Props {
  lines: Line[];
  span: Span;
  form: Intl.DateTimeFormat;
}

/** The visible values, the latest first. */
export function ValueTable({ lines, span, form }: Props) {
  const { head, rows } = tableOf(lines, span);
  return (
    <div class="chart-values" role="region" aria-label={t("Values")} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("Time")}</th>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            .slice(-MAX_ROWS)
            .reverse()
            .map(({ time, values }) => (
              <tr key={time}>
                <th scope="row">{form.format(time * 1000)}</th>
                {values.map((value, i) => (
                  <td key={head[i]}>{value === undefined ? "" : valueText(value, "")}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
      {rows.length > MAX_ROWS && (
        <p class="hint">
          {counted(
            "The latest {shown} of {n} row. The CSV file has all.|The latest {shown} of {n} rows. The CSV file has all.",
            rows.length,
            { shown: MAX_ROWS },
          )}
        </p>
      )}
    </div>
  );
}
