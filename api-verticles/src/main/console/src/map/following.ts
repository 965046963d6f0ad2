/** The date after a step from one date to its neighbour, in the same direction; undefined after any other change. */
export function following(times: string[], before: string, date: string): string | undefined {
  const [from, to] = [times.indexOf(before), times.indexOf(date)];
  return from >= 0 && Math.abs(to - from) === 1 ? times[2 * to - from] : undefined;
}
