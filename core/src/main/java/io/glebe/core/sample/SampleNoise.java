package io.glebe.core.sample;

/** Smooth and uncorrelated noise that depends only on the seed and the position. */
final class SampleNoise {
  private final long seed;

  SampleNoise(long seed) {
    this.seed = seed;
  }

  /** Returns uncorrelated noise at a lattice point, 0 to 1. */
  double grain(long x, long y) {
    long mixed = seed + x * 0x9E3779B97F4A7C15L + y * 0xC2B2AE3D27D4EB4FL;
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return ((mixed ^ (mixed >>> 31)) >>> 11) * 0x1.0p-53;
  }

  /** Returns smooth noise, 0 to 1, with a wave length of one unit. */
  double smooth(double x, double y) {
    long x0 = (long) Math.floor(x);
    long y0 = (long) Math.floor(y);
    double fx = ease(x - x0);
    double fy = ease(y - y0);
    double top = mix(grain(x0, y0), grain(x0 + 1, y0), fx);
    double bottom = mix(grain(x0, y0 + 1), grain(x0 + 1, y0 + 1), fx);
    return mix(top, bottom, fy);
  }

  /** Returns three octaves of smooth noise, 0 to 1. */
  double cloudy(double x, double y) {
    return (4 * smooth(x, y) + 2 * smooth(2 * x, 2 * y) + smooth(4 * x, 4 * y)) / 7;
  }

  private static double ease(double t) {
    return t * t * (3 - 2 * t);
  }

  private static double mix(double a, double b, double t) {
    return a + (b - a) * t;
  }
}
