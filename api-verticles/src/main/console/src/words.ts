/** SOIL_SAMPLE and soilSample as ordinary words. */
export const words = (name: string): string => {
  if (name === "ph") return "pH";
  const text = name
    .replaceAll("_", " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 3 });
const MEASURES = ["quantity", "value", "amount", "weight"];

/** A value of a payload in one line. */
function textOf(value: unknown): string {
  if (typeof value === "number") return number.format(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(textOf).join("; ");
  if (value && typeof value === "object")
    return facts(value as Record<string, unknown>)
      .map(([, text]) => text)
      .join(" ");
  if (typeof value !== "string") return "";
  return /^[A-Z]+(_[A-Z]+)*$/.test(value) && value.length > 3 ? words(value).toLowerCase() : value;
}

/** The attributes of a payload as name and text, with units after their values. */
export function facts(payload: Record<string, unknown>): [string, string][] {
  const measure = MEASURES.find((name) => name in payload);
  const unitOf = (name: string) => (name === measure ? payload["unit"] : payload[`${name}Unit`]);
  const isUnit = (name: string) =>
    (name === "unit" && measure !== undefined) || (name.endsWith("Unit") && name.slice(0, -4) in payload);
  return Object.entries(payload)
    .filter(([name]) => name !== "observedAt" && !isUnit(name))
    .map(([name, value]) => [name, [textOf(value), unitOf(name)].filter(Boolean).join(" ")]);
}

/** A formatter of times in a farm's time zone; without one, in the reader's. */
export const timeFormat = (timezone: string | undefined) =>
  new Intl.DateTimeFormat(undefined, {
    dateStyle: "medium",
    timeStyle: "short",
    ...(timezone ? { timeZone: timezone } : {}),
  });

export const sizeOf = (bytes: number | undefined): string => {
  if (bytes === undefined) return "";
  const [unit, divisor] = bytes < 1e6 ? (["kilobyte", 1e3] as const) : (["megabyte", 1e6] as const);
  return new Intl.NumberFormat(undefined, { style: "unit", unit, maximumFractionDigits: 1 }).format(bytes / divisor);
};
