package io.glebe.tile.mvt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Parts of a polygon inside of a square from 0 to 10; rings are cut at 0.5 and 9.5. */
class PolygonClipTest {
  private final PolygonClip clip = new PolygonClip(0, 10);

  private List<String> parts(double[]... rings) {
    clip.begin();
    for (int i = 0; i < rings.length; i++) {
      double[] ring = rings[i];
      int n = ring.length / 2;
      if (clip.place(ring, n) == PolygonClip.Place.CUT) {
        clip.add(ring, n, i == 0, PolygonClip.area(ring, n) > 0 == (i == 0));
      }
    }
    List<String> parts = new ArrayList<>();
    assertThat(clip.join((xy, n) -> parts.add(Arrays.toString(Arrays.copyOf(xy, 2 * n))))).isTrue();
    return parts;
  }

  @Test
  void theTeethOfACombAreSeparateParts() {
    double[] comb = {-5, 1, 5, 1, 5, 3, -3, 3, -3, 5, 5, 5, 5, 7, -5, 7};
    assertThat(parts(comb))
        .containsExactly(
            "[0.0, 1.0, 5.0, 1.0, 5.0, 3.0, 0.0, 3.0]", "[0.0, 5.0, 5.0, 5.0, 5.0, 7.0, 0.0, 7.0]");
  }

  @Test
  void aHoleAtTheEdgeBecomesABay() {
    double[] field = {-20, -20, 30, -20, 30, 30, -20, 30};
    double[] hole = {-2, 4, 3, 4, 3, 6, -2, 6};
    assertThat(parts(field, hole))
        .containsExactly(
            "[0.0, 6.0, 3.0, 6.0, 3.0, 4.0, 0.0, 4.0, 0.0, 0.0, 10.0, 0.0, 10.0, 10.0, 0.0, 10.0]");
  }

  @Test
  void aPolygonAroundTheSquareFillsItAndOneBesideItDoesNot() {
    assertThat(parts(new double[] {-20, -20, 30, -20, 30, 30, -20, 30}))
        .containsExactly("[10.0, 0.0, 10.0, 10.0, 0.0, 10.0, 0.0, 0.0]");
    assertThat(parts(new double[] {-20, 8, 8, 30, -20, 30})).isEmpty();
  }

  @Test
  void ringsThatCrossEachOtherAtTheEdgeAreNotJoined() {
    double[] crossing = {-5, 5.2, 5, 5, 5, 6, -5, 1};
    clip.begin();
    assertThat(clip.place(crossing, 4)).isEqualTo(PolygonClip.Place.CUT);
    clip.add(crossing, 4, true, true);
    assertThat(clip.join((xy, n) -> {})).isFalse();
  }
}
