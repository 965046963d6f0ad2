// Time and layer of a slice from the name of its file.

const TIME = /(\d{4})-?(\d{2})-?(\d{2})(?:[T_ -]?(\d{2}):?(\d{2}):?(\d{2})?Z?)?/;

/** The time in a file's name, as an input of type datetime-local has it; empty when there is none. */
export function timeIn(name: string): string {
  const found = TIME.exec(name);
  if (!found) return "";
  const [, year, month, day, hour = "00", minute = "00", second = "00"] = found;
  const text = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const time = new Date(`${text}Z`);
  return Number.isNaN(time.getTime()) || time.toISOString().slice(0, 10) !== text.slice(0, 10) ? "" : text;
}

/** The layer whose name is part of a file's name; of several the longest. */
export function layerIn(name: string, layers: string[]): string | undefined {
  const words = name.toLowerCase();
  return layers
    .filter((layer) => new RegExp(`(^|[^a-z0-9])${layer.toLowerCase()}([^a-z0-9]|$)`).test(words))
    .sort((a, b) => b.length - a.length)[0];
}

/** The instant in UTC of the value of an input of type datetime-local. */
export const instantOf = (local: string): string =>
  local ? new Date(`${local}Z`).toISOString().replace(".000Z", "Z") : "";
