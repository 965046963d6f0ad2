import BigNumber from "bignumber.js";
import { expect, test } from "vitest";
import Decimal from "./decimal";

/** The same numbers at each run, of all sizes that coordinates and their products have. */
function numbers(count: number): number[] {
  let seed = 7;
  const next = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const random = Array.from({ length: count }, () => (next() - 0.5) * 10 ** Math.floor(next() * 24 - 18));
  return [...random, 0, 1, -1, 180, -90, 1e-10, 1e21, 15.5, 0.1, -0.3];
}

const SAME = ["plus", "minus", "times", "div"] as const;

test("sums, products, quotients and roots are those of bignumber.js, digit by digit", () => {
  const all = numbers(24);
  for (const a of all)
    for (const b of all) {
      const [mine, theirs] = [new Decimal(a), new BigNumber(a)];
      for (const name of SAME) {
        if (name === "div" && b === 0) continue;
        const [one, two] = [mine[name](b), theirs[name](b)];
        expect(one.toNumber() === two.toNumber() && one.minus(1 / 3).toNumber() === two.minus(1 / 3).toNumber()).toBe(
          true,
        );
      }
      expect(mine.comparedTo(b)).toBe(theirs.comparedTo(b));
      expect(mine.isLessThanOrEqualTo(b)).toBe(theirs.isLessThanOrEqualTo(b));
      expect(mine.isGreaterThan(new Decimal(b))).toBe(theirs.isGreaterThan(b));
    }
  for (const a of all) {
    const square = new Decimal(a).exponentiatedBy(2);
    expect(square.toNumber()).toBe(new BigNumber(a).exponentiatedBy(2).toNumber());
    expect(square.plus(2).sqrt().toNumber()).toBe(new BigNumber(a).pow(2).plus(2).sqrt().toNumber());
    expect(new Decimal(a).abs().eq(Math.abs(a))).toBe(true);
    expect(new Decimal(a).isZero()).toBe(a === 0);
  }
});

test("infinity is beyond every number", () => {
  expect(new Decimal(1e308).isLessThan(new Decimal(Infinity))).toBe(true);
  expect(new Decimal(-1e308).isGreaterThanOrEqualTo(new Decimal(-Infinity))).toBe(true);
});
