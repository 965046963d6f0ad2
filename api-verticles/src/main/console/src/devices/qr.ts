import { encode } from "uqr";

/** A QR code as a square of modules. */
export interface Code {
  /** modules of a side */
  size: number;
  /** an SVG path of the dark modules, in units of a module */
  path: string;
}

/** The QR code of a text; a tenth of it may be covered. */
export function codeOf(text: string): Code {
  const { size, data } = encode(text, { ecc: "M", border: 0 });
  const dark = data.flatMap((line, row) =>
    line.flatMap((isDark, column) => (isDark ? [`M${column} ${row}h1v1h-1z`] : [])),
  );
  return { size, path: dark.join("") };
}
