package io.glebe.tile.mvt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LineString;

/** The check finds what a comparison of every edge with every other finds. */
class RingCheckTest {
  private static final GeometryFactory JTS = new GeometryFactory();

  private final long seed = Long.getLong("glebe.mvt.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private final RingCheck check = new RingCheck();
  private final TileRings rings = new TileRings();

  /** Rings on so small a grid that most of them touch, cross or fold. */
  private void addRandomRing(int size, int most) {
    int[] xy = new int[2 * most];
    int count = 0;
    int vertices = 3 + random.nextInt(most - 2);
    for (int i = 0; i < vertices; i++) {
      int x = random.nextInt(size);
      int y = random.nextInt(size);
      boolean repeats = count > 0 && xy[2 * count - 2] == x && xy[2 * count - 1] == y;
      boolean closes = i == vertices - 1 && xy[0] == x && xy[1] == y;
      if (!repeats && !closes) {
        xy[2 * count] = x;
        xy[2 * count + 1] = y;
        count++;
      }
    }
    while (count > 1 && xy[0] == xy[2 * count - 2] && xy[1] == xy[2 * count - 1]) {
      count--;
    }
    if (count >= 3) {
      rings.add(xy, count, true);
    }
  }

  private LineString edge(int ring, int i) {
    int next = i + 1 == rings.end(ring) ? rings.start(ring) : i + 1;
    return JTS.createLineString(
        new Coordinate[] {
          new Coordinate(rings.x(i), rings.y(i)), new Coordinate(rings.x(next), rings.y(next))
        });
  }

  private boolean areSimpleByAllPairs() {
    for (int a = 0; a < rings.rings(); a++) {
      for (int i = rings.start(a); i < rings.end(a); i++) {
        for (int b = a; b < rings.rings(); b++) {
          for (int j = b == a ? i + 1 : rings.start(b); j < rings.end(b); j++) {
            int size = rings.end(a) - rings.start(a);
            int apart = b == a ? Math.min(j - i, size - (j - i)) : size;
            Geometry common = edge(a, i).intersection(edge(b, j));
            if (apart == 1 ? common.getDimension() > 0 : !common.isEmpty()) {
              return false;
            }
          }
        }
      }
    }
    return true;
  }

  @Test
  void ringsOnASmallGridAreSimpleWhereNoTwoEdgesMeet() {
    int simple = 0;
    for (int i = 0; i < 3_000; i++) {
      rings.clear();
      int count = 1 + random.nextInt(3);
      for (int ring = 0; ring < count; ring++) {
        addRandomRing(3 + random.nextInt(5), 3 + random.nextInt(7));
      }
      boolean expected = areSimpleByAllPairs();
      simple += expected ? 1 : 0;
      assertThat(check.isSimple(rings)).as("rings %d, seed %d", i, seed).isEqualTo(expected);
    }
    assertThat(simple).isGreaterThan(100);
  }

  @Test
  void aSpiralOfManyTurnsIsSimpleUntilOneVertexReachesItsNeighbour() {
    int[] spiral = spiral(200);
    rings.clear();
    rings.add(spiral, spiral.length / 2, true);
    assertThat(rings.isStar(0)).isFalse();
    assertThat(check.isSimple(rings)).isTrue();

    spiral[100] += spiral[100] > 0 ? -10 : 10;
    rings.clear();
    rings.add(spiral, spiral.length / 2, true);
    assertThat(check.isSimple(rings)).isEqualTo(areSimpleByAllPairs()).isFalse();
  }

  /** Squares that grow outwards, and back inwards at a distance of two. */
  private static int[] spiral(int corners) {
    int[] xy = new int[4 * corners];
    for (int i = 0; i < corners; i++) {
      int out = 10 + 10 * (i / 4);
      int x = i % 4 == 0 || i % 4 == 3 ? -out : out;
      int y = i % 4 < 2 ? -out - (i % 4 == 0 ? -10 : 0) : out;
      xy[2 * i] = x;
      xy[2 * i + 1] = y;
      int back = 4 * corners - 2 - 2 * i;
      xy[back] = x - 2 * Integer.signum(x);
      xy[back + 1] = y - 2 * Integer.signum(y);
    }
    return xy;
  }

  @Test
  void aFieldSeenFromItsMiddleIsAStarWhicheverWayItTurns() {
    int[] right = {0, 0, 40, 2, 38, 30, 20, 25, -3, 33};
    int[] left = {-3, 33, 20, 25, 38, 30, 40, 2, 0, 0};
    rings.clear();
    assertThat(rings.add(right, 5, true)).isTrue();
    assertThat(rings.add(left, 5, true)).isTrue();

    assertThat(rings.isStar(0)).isTrue();
    assertThat(rings.isStar(1)).isTrue();
  }

  @Test
  void aRingThatGoesRoundTwiceIsNoStar() {
    int[] twice = {10, 0, 0, 10, -10, 0, 0, -10, 9, 0, 0, 9, -9, 0, 0, -9};
    rings.clear();
    rings.add(twice, 8, true);

    assertThat(rings.isStar(0)).isFalse();
    assertThat(check.isSimple(rings)).isFalse();
  }

  @Test
  void aRingWithoutAreaIsNotAdded() {
    rings.clear();
    assertThat(rings.add(new int[] {0, 0, 4, 4, 8, 8}, 3, true)).isFalse();
    assertThat(rings.rings()).isZero();
  }
}
