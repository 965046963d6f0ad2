package io.glebe.tile.band;

import java.util.Arrays;
import java.util.List;

/**
 * Band arithmetic compiled once and run over rows of floats.
 *
 * <pre>{@code
 * BandMath ndvi = BandMath.compile("(B08 - B04) / (B08 + B04)", List.of("B02", "B04", "B08"));
 * ndvi.bands();                                 // ["B08", "B04"]: the inputs in this order
 * ndvi.run(new float[][] {b08, b04}, pixels, out, stack);
 * }</pre>
 *
 * Operators {@code + - * /}, comparisons {@code < <= > >= == !=} (1 or 0), brackets; functions
 * {@code pow(a,b) min(a,b) max(a,b) abs(a) sqrt(a) log(a) exp(a) where(condition,a,b)}; {@code ^}
 * and {@code **} are powers. A NaN operand gives NaN (the branch of {@code where} that is not taken
 * is ignored). A result that is not finite, such as a division by zero, gives NaN as well.
 * Expressions are bounded, see the limits in {@link #compile}.
 */
public final class BandMath {
  private final String expression;
  private final List<String> bands;
  private final BandOp[] steps;
  private final float[] operands;

  BandMath(String expression, List<String> bands, BandOp[] steps, float[] operands) {
    this.expression = expression;
    this.bands = List.copyOf(bands);
    this.steps = steps;
    this.operands = operands;
  }

  /**
   * Compiles an expression.
   *
   * @param names the bands that may be read
   * @throws ExpressionException with the position of the error: syntax, an unknown band or
   *     function, more than 10,000 characters, 200 steps, 32 levels or 16 different bands
   */
  public static BandMath compile(String expression, List<String> names) {
    return new BandParser(expression, names).parse();
  }

  /** The source text of the expression. */
  public String expression() {
    return expression;
  }

  /**
   * The bands that the expression reads, in the order of first use. This is the order of the
   * inputs.
   */
  public List<String> bands() {
    return bands;
  }

  /**
   * Computes {@code count} pixels.
   *
   * @param inputs one array per band of {@link #bands()}, each with at least {@code count} floats
   * @param out at least {@code count} floats; may be one of the inputs
   */
  public void run(float[][] inputs, int count, float[] out, BandStack stack) {
    for (int start = 0; start < count; start += BandStack.BLOCK) {
      int size = Math.min(BandStack.BLOCK, count - start);
      block(inputs, start, size, stack);
      finish(stack.row(0), out, start, size);
    }
  }

  private void block(float[][] inputs, int start, int size, BandStack stack) {
    int depth = 0;
    for (int i = 0; i < steps.length; i++) {
      BandOp op = steps[i];
      switch (op) {
        case LOAD -> System.arraycopy(inputs[(int) operands[i]], start, stack.row(depth), 0, size);
        case CONSTANT -> Arrays.fill(stack.row(depth), 0, size, operands[i]);
        case WHERE ->
            BandLoops.where(stack.row(depth - 3), stack.row(depth - 2), stack.row(depth - 1), size);
        default -> {
          if (op.operands() == 2) {
            BandLoops.binary(op, stack.row(depth - 2), stack.row(depth - 1), size);
          } else {
            BandLoops.unary(op, stack.row(depth - 1), size);
          }
        }
      }
      depth += 1 - op.operands();
    }
  }

  /**
   * Replaces values that are not finite by NaN and keeps the others: infinity minus infinity is
   * NaN.
   */
  @SuppressWarnings("IdentityBinaryExpression") // 0 for a finite value, else NaN, without a branch
  private static void finish(float[] row, float[] out, int start, int size) {
    for (int i = 0; i < size; i++) {
      out[start + i] = row[i] + (row[i] - row[i]);
    }
  }
}
