package io.glebe.tile.band;

/**
 * Loops of band programs. The row of the first operand receives the result. The loops are plain, so
 * the compiler vectorizes the simple ones itself.
 */
final class BandLoops {
  private BandLoops() {}

  static void binary(BandOp op, float[] a, float[] b, int n) {
    switch (op) {
      case ADD -> add(a, b, n);
      case SUBTRACT -> subtract(a, b, n);
      case MULTIPLY -> multiply(a, b, n);
      case DIVIDE -> divide(a, b, n);
      case POWER -> power(a, b, n);
      case MINIMUM -> minimum(a, b, n);
      case MAXIMUM -> maximum(a, b, n);
      default -> compare(op, a, b, n);
    }
  }

  private static void add(float[] a, float[] b, int n) {
    for (int i = 0; i < n; i++) {
      a[i] += b[i];
    }
  }

  private static void subtract(float[] a, float[] b, int n) {
    for (int i = 0; i < n; i++) {
      a[i] -= b[i];
    }
  }

  private static void multiply(float[] a, float[] b, int n) {
    for (int i = 0; i < n; i++) {
      a[i] *= b[i];
    }
  }

  private static void divide(float[] a, float[] b, int n) {
    for (int i = 0; i < n; i++) {
      a[i] /= b[i];
    }
  }

  /** {@code Math.pow(NaN, 0)} is 1 in Java; here the result stays NaN (no data). */
  private static void power(float[] a, float[] b, int n) {
    for (int i = 0; i < n; i++) {
      a[i] = Float.isNaN(a[i]) ? Float.NaN : (float) Math.pow(a[i], b[i]);
    }
  }

  private static void minimum(float[] a, float[] b, int n) {
    for (int i = 0; i < n; i++) {
      a[i] = Math.min(a[i], b[i]);
    }
  }

  private static void maximum(float[] a, float[] b, int n) {
    for (int i = 0; i < n; i++) {
      a[i] = Math.max(a[i], b[i]);
    }
  }

  private static void compare(BandOp op, float[] a, float[] b, int n) {
    for (int i = 0; i < n; i++) {
      float x = a[i];
      float y = b[i];
      a[i] = Float.isNaN(x) || Float.isNaN(y) ? Float.NaN : (holds(op, x, y) ? 1 : 0);
    }
  }

  private static boolean holds(BandOp op, float x, float y) {
    return switch (op) {
      case LESS -> x < y;
      case LESS_EQUAL -> x <= y;
      case GREATER -> x > y;
      case GREATER_EQUAL -> x >= y;
      case EQUAL -> x == y;
      default -> x != y;
    };
  }

  static void unary(BandOp op, float[] a, int n) {
    switch (op) {
      case NEGATE -> {
        for (int i = 0; i < n; i++) {
          a[i] = -a[i];
        }
      }
      case ABSOLUTE -> {
        for (int i = 0; i < n; i++) {
          a[i] = Math.abs(a[i]);
        }
      }
      case ROOT -> {
        for (int i = 0; i < n; i++) {
          a[i] = (float) Math.sqrt(a[i]);
        }
      }
      case LOGARITHM -> {
        for (int i = 0; i < n; i++) {
          a[i] = (float) Math.log(a[i]);
        }
      }
      default -> {
        for (int i = 0; i < n; i++) {
          a[i] = (float) Math.exp(a[i]);
        }
      }
    }
  }

  /** Every number except 0 is true. */
  static void where(float[] condition, float[] yes, float[] no, int n) {
    for (int i = 0; i < n; i++) {
      float c = condition[i];
      condition[i] = Float.isNaN(c) ? Float.NaN : c != 0 ? yes[i] : no[i];
    }
  }
}
