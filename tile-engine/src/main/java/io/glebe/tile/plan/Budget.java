package io.glebe.tile.plan;

/** The maximum cost of one request, in the measures of {@link Estimate}. */
public record Budget(long chunks, long bytes, long pixels) {
  /** Budget of one image. */
  public static final Budget IMAGE = new Budget(512, 256L << 20, 64L << 20);

  /**
   * Budget of one series: 10 m pixels, 10 km x 10 km, a decade of scenes every five days stays
   * below it.
   */
  public static final Budget SERIES = new Budget(200_000, 32L << 30, 4L << 30);

  public Budget {
    if (chunks < 1 || bytes < 1 || pixels < 1) {
      throw new IllegalArgumentException("a budget allows at least one of everything");
    }
  }

  /**
   * @throws OverBudgetException when the estimate exceeds this budget
   */
  public void check(Estimate estimate) {
    if (!allows(estimate)) {
      throw new OverBudgetException(estimate, this);
    }
  }

  public boolean allows(Estimate e) {
    return e.chunks() <= chunks && e.bytes() <= bytes && e.pixels() <= pixels;
  }
}
