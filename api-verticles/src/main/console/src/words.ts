import { locale } from "./texts/locale";
import { quantityText, symbolOf, unitIn } from "./units";
import type { Schema } from "./api/bodies";
import { wordIn } from "./texts/texts";

const ABBREVIATIONS: Record<string, string> = { ph: "pH", mqtt: "MQTT", http: "HTTP", gtin: "GTIN" };

/** SOIL_SAMPLE and soilSample as ordinary words. */
export const words = (name: string): string => {
  if (ABBREVIATIONS[name]) return ABBREVIATIONS[name];
  const text = name
    .replaceAll("_", " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
  const [first = ""] = text.split(" ");
  return (ABBREVIATIONS[first] ?? first.charAt(0).toUpperCase() + first.slice(1)) + text.slice(first.length);
};

const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
const MEASURES = ["quantity", "value", "amount", "weight"];

/** A value of a payload in one line. */
function textOf(value: unknown, schema?: Schema): string {
  if (typeof value === "number") return number.format(value);
  if (typeof value === "boolean") return wordIn(value ? "yes" : "no");
  if (Array.isArray(value)) return value.map((one) => textOf(one, schema?.items)).join("; ");
  if (value && typeof value === "object")
    return facts(value as Record<string, unknown>, schema)
      .map(([, text]) => text)
      .join(" ");
  if (typeof value !== "string") return "";
  return /^[A-Z]+(_[A-Z]+)*$/.test(value) && value.length > 3 ? codeText(words(value)) : value;
}

/** A code as words; nouns of other languages may have capitals. */
const codeText = (english: string): string => (wordIn(english) === english ? english.toLowerCase() : wordIn(english));

const withUnit = (value: unknown, unit: unknown, schema: Schema | undefined): string =>
  typeof value === "number" && typeof unit === "string"
    ? quantityText(value, unit)
    : [textOf(value, schema), typeof unit === "string" ? symbolOf(unit) : ""].filter(Boolean).join(" ");

/**
 * The attributes of a payload as name and text, with units after their values.
 *
 * @param schema of the payload, with the units that every value of an attribute has
 */
export function facts(payload: Record<string, unknown>, schema?: Schema): [string, string][] {
  const measure = MEASURES.find((name) => name in payload);
  const schemaOf = (name: string) => schema?.properties?.[name];
  const fixed = (name: string) => unitIn(schemaOf(name) ?? {}).unit;
  const unitOf = (name: string) => (name === measure ? payload["unit"] : payload[`${name}Unit`]) ?? fixed(name);
  const isUnit = (name: string) =>
    (name === "unit" && measure !== undefined) || (name.endsWith("Unit") && name.slice(0, -4) in payload);
  return Object.entries(payload)
    .filter(([name]) => name !== "observedAt" && !isUnit(name))
    .map(([name, value]) => [name, withUnit(value, unitOf(name), schemaOf(name))]);
}

const ZONE = "glebe-timezone";
const store = (globalThis as { localStorage?: Storage }).localStorage;

/** The time zone of the person's profile; nothing for that of the browser. */
export const ownZone = (): string | undefined => store?.getItem(ZONE) || undefined;
export const keepZone = (zone: string) => store?.setItem(ZONE, zone);

/** A formatter of times in a farm's time zone; without one, in the person's. */
export const timeFormat = (timezone: string | undefined = ownZone()) =>
  new Intl.DateTimeFormat(locale, {
    dateStyle: "medium",
    timeStyle: "short",
    ...(timezone ? { timeZone: timezone } : {}),
  });

/** An instant as an input of type datetime-local shows it, in a farm's time zone; without one, in the browser's. */
export const localTime = (time: Date, timezone?: string): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, dateStyle: "short", timeStyle: "short" })
    .format(time)
    .replace(" ", "T");

/** The instant of an input of type datetime-local; a time that the clock skips is the one after it. */
export function fromLocal(text: string, timezone?: string): string {
  const asUtc = (local: string) => Date.parse(`${local.slice(0, 16)}Z`);
  const wanted = asUtc(text);
  let instant = wanted;
  for (let i = 0; i < 2; i++) instant += wanted - asUtc(localTime(new Date(instant), timezone));
  return new Date(instant).toISOString();
}

const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
const AGES: [unit: Intl.RelativeTimeFormatUnit, millis: number][] = [
  ["year", 365 * 86_400_000],
  ["month", 30 * 86_400_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** How long ago an instant is, by the clock: "26 days ago". */
export function ageText(millis: number, now = Date.now()): string {
  const [unit, size] = AGES.find(([, one]) => now - millis >= one) ?? ["second" as const, 1000];
  return relative.format(-Math.round((now - millis) / size), unit);
}

export const sizeOf = (bytes: number | undefined): string => {
  if (bytes === undefined) return "";
  const [unit, divisor] =
    bytes < 1e6
      ? (["kilobyte", 1e3] as const)
      : bytes < 1e9
        ? (["megabyte", 1e6] as const)
        : (["gigabyte", 1e9] as const);
  return new Intl.NumberFormat(locale, { style: "unit", unit, maximumFractionDigits: 1 }).format(bytes / divisor);
};
