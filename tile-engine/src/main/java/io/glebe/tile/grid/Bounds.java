package io.glebe.tile.grid;

import java.util.Optional;

/**
 * A closed box in the coordinates of some projection, x before y.
 *
 * <p>Throws {@link IllegalArgumentException} when a corner is not finite or the corners are out of
 * order
 */
public record Bounds(double minX, double minY, double maxX, double maxY) {

  public Bounds {
    if (!(Double.isFinite(minX)
        && Double.isFinite(minY)
        && Double.isFinite(maxX)
        && Double.isFinite(maxY))) {
      throw new IllegalArgumentException("bounds must be finite numbers");
    }
    if (minX > maxX || minY > maxY) {
      throw new IllegalArgumentException(
          "bounds are out of order: " + minX + "," + minY + "," + maxX + "," + maxY);
    }
  }

  public double width() {
    return maxX - minX;
  }

  public double height() {
    return maxY - minY;
  }

  public boolean contains(double x, double y) {
    return x >= minX && x <= maxX && y >= minY && y <= maxY;
  }

  /** True when the boxes share more than an edge. */
  public boolean overlaps(Bounds other) {
    return minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY;
  }

  /** The shared part; empty when the boxes share no area. */
  public Optional<Bounds> intersection(Bounds other) {
    if (!overlaps(other)) {
      return Optional.empty();
    }
    return Optional.of(
        new Bounds(
            Math.max(minX, other.minX),
            Math.max(minY, other.minY),
            Math.min(maxX, other.maxX),
            Math.min(maxY, other.maxY)));
  }

  public Bounds union(Bounds other) {
    return new Bounds(
        Math.min(minX, other.minX),
        Math.min(minY, other.minY),
        Math.max(maxX, other.maxX),
        Math.max(maxY, other.maxY));
  }

  /** This box grown by {@code dx} on the left and right, {@code dy} at the top and bottom. */
  public Bounds grown(double dx, double dy) {
    return new Bounds(minX - dx, minY - dy, maxX + dx, maxY + dy);
  }
}
