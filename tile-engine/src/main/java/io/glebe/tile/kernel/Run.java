package io.glebe.tile.kernel;

/**
 * Positions on a straight line: {@code x + i dx}, {@code y + i dy}, in float, for i from {@code
 * first}. Reused by one thread.
 */
final class Run {
  float x;
  float y;
  float dx;
  float dy;
  int first;

  float x(int i) {
    return x + (first + i) * dx;
  }

  float y(int i) {
    return y + (first + i) * dy;
  }
}
