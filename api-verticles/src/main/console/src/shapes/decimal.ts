// Decimal numbers of any length, with what the overlay of polygons (polyclip-ts) uses of bignumber.js. The build puts this
// module in its place: browsers compute with long integers themselves.

/** Of quotients and roots; sums and products are exact. */
const DIGITS = 20;
/** Beyond every number. */
const INFINITE = "1e400";

const powers: bigint[] = [];
const power = (exponent: number): bigint => (powers[exponent] ??= 10n ** BigInt(exponent));

type Operand = Decimal | number;
const decimal = (value: Operand): Decimal => (value instanceof Decimal ? value : new Decimal(value));

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

/** The largest integer whose square is not above the value, by Newton's method. */
function root(value: bigint): bigint {
  if (value < 2n) return value;
  let now = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (now + value / now) >> 1n;
    if (next >= now) return now;
    now = next;
  }
}

/** digits / 10^scale */
export default class Decimal {
  private digits: bigint;
  private scale: number;

  constructor(value: number | bigint, scale = 0) {
    this.scale = scale;
    if (typeof value === "bigint") {
      this.digits = value;
      return;
    }
    const [, sign = "", whole = "0", part = "", exponent = "0"] =
      /^(-?)(\d+)\.?(\d*)e?(.*)$/.exec(String(value).replace("Infinity", INFINITE)) ?? [];
    this.digits = BigInt(sign + whole + part);
    this.scale = part.length - Number(exponent);
    if (this.scale < 0) {
      this.digits *= power(-this.scale);
      this.scale = 0;
    }
  }

  private at(scale: number): bigint {
    return scale === this.scale ? this.digits : this.digits * power(scale - this.scale);
  }

  private common(other: Decimal): number {
    return Math.max(this.scale, other.scale);
  }

  plus(value: Operand): Decimal {
    const other = decimal(value);
    const scale = this.common(other);
    return new Decimal(this.at(scale) + other.at(scale), scale);
  }

  minus(value: Operand): Decimal {
    const other = decimal(value);
    const scale = this.common(other);
    return new Decimal(this.at(scale) - other.at(scale), scale);
  }

  times(value: Operand): Decimal {
    const other = decimal(value);
    return new Decimal(this.digits * other.digits, this.scale + other.scale);
  }

  exponentiatedBy(exponent: number): Decimal {
    return new Decimal(this.digits ** BigInt(exponent), this.scale * exponent);
  }

  /** Rounded; halves away from zero. */
  div(value: Operand): Decimal {
    const other = decimal(value);
    const shift = DIGITS + other.scale - this.scale;
    const over = magnitude(this.digits) * power(Math.max(shift, 0));
    const under = magnitude(other.digits) * power(Math.max(-shift, 0));
    const quotient = (2n * over + under) / (2n * under);
    return new Decimal(this.digits < 0n === other.digits < 0n ? quotient : -quotient, DIGITS);
  }

  /** Rounded. */
  sqrt(): Decimal {
    // one digit more than is kept, for rounding
    const scale = 2 * (DIGITS + 1);
    const digits = scale >= this.scale ? this.at(scale) : this.digits / power(this.scale - scale);
    return new Decimal((root(digits) + 5n) / 10n, DIGITS);
  }

  abs(): Decimal {
    return new Decimal(magnitude(this.digits), this.scale);
  }

  comparedTo(value: Operand): number {
    const other = decimal(value);
    const scale = this.common(other);
    const [one, two] = [this.at(scale), other.at(scale)];
    return one < two ? -1 : one > two ? 1 : 0;
  }

  eq(value: Operand): boolean {
    return this.comparedTo(value) === 0;
  }

  isZero(): boolean {
    return this.digits === 0n;
  }

  isLessThan(value: Operand): boolean {
    return this.comparedTo(value) < 0;
  }

  isLessThanOrEqualTo(value: Operand): boolean {
    return this.comparedTo(value) <= 0;
  }

  isGreaterThan(value: Operand): boolean {
    return this.comparedTo(value) > 0;
  }

  isGreaterThanOrEqualTo(value: Operand): boolean {
    return this.comparedTo(value) >= 0;
  }

  toNumber(): number {
    return Number(`${this.digits}e${-this.scale}`);
  }
}
