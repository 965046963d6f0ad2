import { locale } from "./texts/locale";

// Units: codes of UCUM as people write them, and the customary units of the United States.

const SYMBOLS: Record<string, string> = {
  har: "ha",
  Cel: "°C",
  deg: "°",
  m2: "m²",
  m3: "m³",
  hm2: "ha",
  "[acr_us]": "ac",
  "[lb_av]": "lb",
  "[gal_us]": "gal",
  "[in_i]": "in",
  "[degF]": "°F",
  "1": "",
};

/** A unit as people write it: "kg/har" is "kg/ha". */
export const symbolOf = (unit: string): string =>
  unit
    .split("/")
    .map((part, index) => (part === "1" && index === 0 && unit !== "1" ? "1" : (SYMBOLS[part] ?? part)))
    .join("/");

const CODES = new Map(Object.entries(SYMBOLS).map(([code, symbol]) => [symbol, code]));
CODES.set("ha", "har");

/** The code of a unit as people write it: "kg/ha" is "kg/har". */
export const codeOf = (symbol: string): string =>
  symbol
    .trim()
    .split("/")
    .map((part) => (part && CODES.get(part)) || part)
    .join("/");

/** Units that forms suggest. */
export const USUAL_UNITS = ["har", "m2", "kg", "t", "l", "m3", "kg/har", "t/har", "l/har", "mm", "cm", "h", "%", "Cel"];

type Conversion = readonly [factor: number, unit: string, offset?: number];

const CUSTOMARY: Record<string, Conversion> = {
  ha: [2.471_054, "ac"],
  "kg/ha": [0.892_179, "lb/ac"],
  "t/ha": [0.446_09, "ton/ac"],
  "l/ha": [0.106_907, "gal/ac"],
  kg: [2.204_623, "lb"],
  t: [1.102_311, "ton"],
  l: [0.264_172, "gal"],
  mm: [0.039_370_1, "in"],
  cm: [0.393_701, "in"],
  m: [3.280_84, "ft"],
  km: [0.621_371, "mi"],
  "m²": [10.763_91, "ft²"],
  "m/s": [2.236_936, "mph"],
  "°C": [1.8, "°F", 32],
};

const STORED = "glebe-units";
const store = (globalThis as { localStorage?: Storage }).localStorage;

export type System = "metric" | "us";

/** The units in which values are shown; stored values keep theirs. */
export const system = (): System => (store?.getItem(STORED) === "us" ? "us" : "metric");
export const keepSystem = (next: System) => store?.setItem(STORED, next);

/** A value and its unit in a system of units. */
export function converted(value: number, unit: string, to: System): [value: number, unit: string] {
  const symbol = symbolOf(unit);
  const conversion = to === "us" ? CUSTOMARY[symbol] : undefined;
  if (!conversion) return [value, symbol];
  const [factor, other, offset = 0] = conversion;
  return [value * factor + offset, other];
}

/** The stored value of one that a person typed in a system of units. */
export function unconverted(value: number, unit: string, from: System): number {
  const [factor, , offset = 0] = (from === "us" ? CUSTOMARY[symbolOf(unit)] : undefined) ?? [1, unit];
  return (value - offset) / factor;
}

const stored = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
const rounded = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });

/** A value with its unit as the person wants to read it: "13.05 ha". */
export function quantityText(value: number, unit: string): string {
  const [shown, symbol] = converted(value, unit, system());
  return [(shown === value ? stored : rounded).format(shown), symbol].filter(Boolean).join(" ");
}
