package io.glebe.tile.band;

/** An operation that a step of a band program performs on the stack. */
enum BandOp {
  LOAD(0, ""),
  CONSTANT(0, ""),
  ADD(2, "+"),
  SUBTRACT(2, "-"),
  MULTIPLY(2, "*"),
  DIVIDE(2, "/"),
  POWER(2, "pow"),
  MINIMUM(2, "min"),
  MAXIMUM(2, "max"),
  LESS(2, "<"),
  LESS_EQUAL(2, "<="),
  GREATER(2, ">"),
  GREATER_EQUAL(2, ">="),
  EQUAL(2, "=="),
  NOT_EQUAL(2, "!="),
  NEGATE(1, ""),
  ABSOLUTE(1, "abs"),
  ROOT(1, "sqrt"),
  LOGARITHM(1, "log"),
  EXPONENTIAL(1, "exp"),
  WHERE(3, "where");

  private final int operands;
  private final String symbol;

  BandOp(int operands, String symbol) {
    this.operands = operands;
    this.symbol = symbol;
  }

  /** The number of rows taken from the stack. One row is put back. */
  int operands() {
    return operands;
  }

  /** The operator or function name in an expression; empty for an operation without a name. */
  String symbol() {
    return symbol;
  }
}
