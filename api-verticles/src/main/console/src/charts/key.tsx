import { t } from "../texts/texts";
import { dashOf, inkOf } from "./inks";
import { type Line, titleOf } from "./lines";
import { unitsOf } from "./options";

/** A short piece of a line as the chart draws it. */
export function Swatch({ line }: { line: Line }) {
  const colour = line.look === "cloudy" ? "var(--quiet)" : `var(${inkOf(line)})`;
  return (
    <svg class="swatch" viewBox="0 0 22 8" aria-hidden="true">
      {line.look === "cloudy" ? (
        <circle cx={11} cy={4} r={3} fill="var(--paper)" stroke={colour} />
      ) : (
        <path d="M0 4h22" stroke={colour} stroke-width={2} stroke-dasharray={dashOf(line).join(" ")} />
      )}
    </svg>
  );
}

/** The lines that the key names: the points under cloud once, the edges of a range not. */
export const keyLines = (lines: Line[]): Line[] =>
  lines.filter(({ look }, i) =>
    look === "cloudy" ? lines.findIndex((one) => one.look === "cloudy") === i : look !== "lowest" && look !== "highest",
  );

export function keyText(line: Line, lines: Line[]): string {
  if (line.look === "cloudy") return t("under cloud");
  const scale = unitsOf(lines).indexOf(line.unit);
  return [titleOf(line), scale === 1 ? t("right scale") : scale > 1 ? t("own scale") : ""].filter(Boolean).join(", ");
}

/** The names of the lines with their colours. */
export function Key({ lines }: { lines: Line[] }) {
  const named = keyLines(lines);
  if (named.length < 2) return null;
  return (
    <ul class="chart-key">
      {named.map((line) => (
        <li key={line.look + line.name}>
          <Swatch line={line} />
          {keyText(line, lines)}
        </li>
      ))}
    </ul>
  );
}
