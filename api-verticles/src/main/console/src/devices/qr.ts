import qrcode from "qrcode-generator";

/** A QR code as a square of modules. */
export interface Code {
  /** modules of a side */
  size: number;
  /** an SVG path of the dark modules, in units of a module */
  path: string;
}

/** The QR code of a text; a tenth of it may be covered. */
export function codeOf(text: string): Code {
  const code = qrcode(0, "M");
  code.addData(utf8(text), "Byte");
  code.make();
  const size = code.getModuleCount();
  let path = "";
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) if (code.isDark(row, column)) path += `M${column} ${row}h1v1h-1z`;
  return { size, path };
}

/** The bytes of a text as characters, as the library takes them. */
const utf8 = (text: string) => String.fromCharCode(...new TextEncoder().encode(text));
