import { Swatch } from "./key";
import type { Line } from "./lines";
import { toldAt } from "./told";

interface Props {
  lines: Line[];
  /** in seconds */
  time: number;
  form: Intl.DateTimeFormat;
  /** from the left edge of the chart, in pixels */
  left: number;
  width: number;
}

/** The values at a time, beside the line that marks it. */
export function Tooltip({ lines, time, form, left, width }: Props) {
  const side = left > width / 2 ? { right: `${width - left + 8}px` } : { left: `${left + 8}px` };
  return (
    <div class="tooltip card" style={side}>
      <strong>{form.format(time * 1000)}</strong>
      {toldAt(lines, time, form).map(({ line, value, other }) => (
        <span key={line.look + line.name}>
          <Swatch line={line} />
          {line.name} <b>{value}</b>
          {other && <small>{other}</small>}
        </span>
      ))}
    </div>
  );
}
