/** SOIL_SAMPLE and soilSample as a person writes them. */
export const words = (name: string): string => {
  if (name === "ph") return "pH";
  const text = name.replaceAll("_", " ").replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 3 });
const MEASURES = ["quantity", "value", "amount", "weight"];

/** A value of a payload in one line. */
function said(value: unknown): string {
  if (typeof value === "number") return number.format(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(said).join("; ");
  if (value && typeof value === "object") return facts(value as Record<string, unknown>).map(([, text]) => text).join(" ");
  const text = String(value ?? "");
  return /^[A-Z]+(_[A-Z]+)*$/.test(text) && text.length > 3 ? words(text).toLowerCase() : text;
}

/** What a payload says, name and text, units behind their values. */
export function facts(payload: Record<string, unknown>): [string, string][] {
  const measure = MEASURES.find((name) => name in payload);
  const unitOf = (name: string) => (name === measure ? payload["unit"] : payload[`${name}Unit`]);
  const isUnit = (name: string) => (name === "unit" && measure !== undefined) || (name.endsWith("Unit") && name.slice(0, -4) in payload);
  return Object.entries(payload)
    .filter(([name]) => name !== "observedAt" && !isUnit(name))
    .map(([name, value]) => [name, [said(value), unitOf(name)].filter(Boolean).join(" ")]);
}

/** Moments in the farm's own time. */
export const moments = (timezone: string | undefined) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short", ...(timezone ? { timeZone: timezone } : {}) });

export const sizeOf = (bytes: number | undefined): string => {
  if (bytes === undefined) return "";
  const [unit, divisor] = bytes < 1e6 ? (["kilobyte", 1e3] as const) : (["megabyte", 1e6] as const);
  return new Intl.NumberFormat(undefined, { style: "unit", unit, maximumFractionDigits: 1 }).format(bytes / divisor);
};
