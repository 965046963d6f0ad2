import type { Line } from "./lines";

// The visible part of the time axis, in seconds.

export type Span = readonly [from: number, to: number];

const HOUR = 3600;
const DAY = 86_400;

const width = ([from, to]: Span) => to - from;

/** From the first reading to the last one; around a single reading a day. */
export function wholeOf(lines: Line[]): Span {
  let [from, to] = [Infinity, -Infinity];
  for (const { readings } of lines) {
    from = Math.min(from, readings[0]?.[0] ?? from);
    to = Math.max(to, readings.at(-1)?.[0] ?? to);
  }
  if (from > to) return [0, DAY];
  return from === to ? [from - DAY / 2, to + DAY / 2] : [from, to];
}

/** A span that is moved into the whole, and not wider than it. */
export function inside(span: Span, whole: Span): Span {
  const wide = Math.min(width(span), width(whole));
  const from = Math.min(Math.max(span[0], whole[0]), whole[1] - wide);
  return [from, from + wide];
}

/** The smallest span that can be chosen: an hour, or less where everything is shorter. */
const leastOf = (whole: Span) => Math.min(HOUR, width(whole));

/** The span whose width is multiplied; the time stays at its place in it. */
export function zoomed(span: Span, factor: number, time: number, whole: Span): Span {
  const wide = Math.min(Math.max(width(span) * factor, leastOf(whole)), width(whole));
  const share = (time - span[0]) / width(span);
  return inside([time - share * wide, time + (1 - share) * wide], whole);
}

/** The span moved by a share of its width. */
export const moved = (span: Span, share: number, whole: Span): Span => {
  const by = share * width(span);
  return inside([span[0] + by, span[1] + by], whole);
};

/** The positions of two fingers as shares of the axis, from 0 to 1. */
export type Fingers = readonly [one: number, other: number];

const LEAST_DISTANCE = 0.02;

/** The span in which the times under two fingers are where the fingers have moved to. */
export function pinched(span: Span, before: Fingers, now: Fingers, whole: Span): Span {
  const spread = ([one, other]: Fingers) => Math.max(Math.abs(other - one), LEAST_DISTANCE);
  const middle = ([one, other]: Fingers) => (one + other) / 2;
  const factor = spread(before) / spread(now);
  const wide = Math.min(Math.max(width(span) * factor, leastOf(whole)), width(whole));
  const time = span[0] + middle(before) * width(span);
  return inside([time - middle(now) * wide, time + (1 - middle(now)) * wide], whole);
}

/** The span moved so far that it contains a time. */
export const containing = (span: Span, time: number, whole: Span): Span =>
  time >= span[0] && time <= span[1] ? span : inside([time - width(span) / 2, time + width(span) / 2], whole);

export const isWhole = (span: Span, whole: Span): boolean => width(span) >= width(whole) * 0.999;

/** A span as a choice of the address: minutes in UTC with a slash between them. */
export const spanText = (span: Span): string =>
  span.map((time) => new Date(time * 1000).toISOString().slice(0, 16)).join("/");

/** The span of an address within the whole; nothing when it is none, or outside of it. */
export function spanIn(text: string, whole: Span): Span | undefined {
  const [from = NaN, to = NaN] = text.split("/").map((part) => Date.parse(`${part}Z`) / 1000);
  const span: Span = [Math.max(from, whole[0]), Math.min(to, whole[1])];
  return width(span) > 0 ? span : undefined;
}
