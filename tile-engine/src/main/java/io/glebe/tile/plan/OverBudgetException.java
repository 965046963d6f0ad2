package io.glebe.tile.plan;

/** A request exceeds its budget. Carries the estimated cost. */
public final class OverBudgetException extends RuntimeException {
  private static final long serialVersionUID = 1;
  private final transient Estimate estimate;
  private final transient Budget budget;

  public OverBudgetException(Estimate estimate, Budget budget) {
    super(
        "the request needs %,d chunks, %,d decoded bytes and %,d pixels; allowed are %,d, %,d and %,d"
            .formatted(
                estimate.chunks(),
                estimate.bytes(),
                estimate.pixels(),
                budget.chunks(),
                budget.bytes(),
                budget.pixels()));
    this.estimate = estimate;
    this.budget = budget;
  }

  public Estimate estimate() {
    return estimate;
  }

  public Budget budget() {
    return budget;
  }
}
