// What the name of a file says of the slice in it.

const MOMENT = /(\d{4})-?(\d{2})-?(\d{2})(?:[T_ -]?(\d{2}):?(\d{2}):?(\d{2})?Z?)?/;

/** The instant that a file's name tells, as an input of type datetime-local has it; empty when it tells none. */
export function momentIn(name: string): string {
  const found = MOMENT.exec(name);
  if (!found) return "";
  const [, year, month, day, hour = "00", minute = "00", second = "00"] = found;
  const text = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const moment = new Date(`${text}Z`);
  return Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== text.slice(0, 10) ? "" : text;
}

/** The layer whose name stands in a file's name, the longest of them. */
export function layerIn(name: string, layers: string[]): string | undefined {
  const words = name.toLowerCase();
  return layers
    .filter((layer) => new RegExp(`(^|[^a-z0-9])${layer.toLowerCase()}([^a-z0-9]|$)`).test(words))
    .sort((a, b) => b.length - a.length)[0];
}

/** An instant in UTC from what stands in an input of type datetime-local. */
export const instantOf = (local: string): string => (local ? new Date(`${local}Z`).toISOString().replace(".000Z", "Z") : "");
