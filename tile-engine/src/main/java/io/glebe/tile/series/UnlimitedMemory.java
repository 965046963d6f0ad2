package io.glebe.tile.series;

/** Memory that nobody limits. */
final class UnlimitedMemory implements SeriesMemory {
  @Override
  public void check() {}

  @Override
  public void take(long bytes) {}

  @Override
  public boolean tryTake(long bytes) {
    return true;
  }

  @Override
  public void giveBack(long bytes) {}
}
