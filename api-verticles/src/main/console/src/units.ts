import type { Schema } from "./api/bodies";
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
  "[ston_av]": "US ton",
  "[bu_us]": "bu",
  "[sft_i]": "ft²",
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

/** Units that forms suggest in each system. */
const USUAL = {
  metric: ["har", "m2", "kg", "t", "l", "m3", "kg/har", "t/har", "l/har", "mm", "cm", "h", "%", "Cel"],
  us: [
    ...["[acr_us]", "[sft_i]", "[lb_av]", "[ston_av]", "[gal_us]", "[bu_us]", "[lb_av]/[acr_us]", "[bu_us]/[acr_us]"],
    ...["[gal_us]/[acr_us]", "[in_i]", "h", "%", "[degF]"],
  ],
};

export const usualUnits = (of = system()): string[] => USUAL[of];

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

/** What a value is: a difference of two values has no zero that units could move. */
export type Measure = "value" | "difference";

/** A value and its unit in a system of units. */
export function converted(
  value: number,
  unit: string,
  to: System,
  of: Measure = "value",
): [value: number, unit: string] {
  const symbol = symbolOf(unit);
  const conversion = to === "us" ? CUSTOMARY[symbol] : undefined;
  if (!conversion) return [value, symbol];
  const [factor, other, offset = 0] = conversion;
  return [value * factor + (of === "value" ? offset : 0), other];
}

/** The stored value of one that a person typed in a system of units. */
export function unconverted(value: number, unit: string, from: System, of: Measure = "value"): number {
  const [factor, , offset = 0] = (from === "us" ? CUSTOMARY[symbolOf(unit)] : undefined) ?? [1, unit];
  return (value - (of === "value" ? offset : 0)) / factor;
}

/** The unit of a number by the description in its schema: "unit: Cel", or "unit: Cel, difference". */
export function unitIn({ description = "" }: Schema): { unit: string | undefined; of: Measure } {
  const [, unit, difference] = /^unit: ([^,]+)(, difference)?$/.exec(description) ?? [];
  return { unit, of: difference ? "difference" : "value" };
}

/** The unit in which the person reads values of a unit. */
export const shownUnit = (unit: string, to = system()): string => converted(0, unit, to)[1];

const TYPED_DIGITS = 6;
const STORED_DIGITS = 9;

/** A stored value as an input shows it, in the units of the person. */
export function typedOf(value: number, unit: string, of?: Measure, to = system()): number {
  const [shown] = converted(value, unit, to, of);
  return shown === value ? value : Number(shown.toPrecision(TYPED_DIGITS));
}

/** The value to store of one that a person typed in the own units. */
export function storedOf(typed: number, unit: string, of?: Measure, from = system()): number {
  const value = unconverted(typed, unit, from, of);
  return value === typed ? value : Number(value.toPrecision(STORED_DIGITS));
}

const stored = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
const rounded = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });

/** Areas of land are read in hundredths of a hectare, but for small ones. */
const isLand = (value: number, symbol: string) => symbol === "ha" && value >= 0.1;

/** A value with its unit as the person wants to read it: "13.05 ha". */
export function quantityText(value: number, unit: string): string {
  const [shown, symbol] = converted(value, unit, system());
  const form = shown === value && !isLand(value, symbol) ? stored : rounded;
  return [form.format(shown), symbol].filter(Boolean).join(" ");
}
