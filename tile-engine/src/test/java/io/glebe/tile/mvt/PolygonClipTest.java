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
    clip.begin(true);
    ClipRing ring = clip.ring();
    for (int i = 0; i < rings.length; i++) {
      ring.of(rings[i], rings[i].length / 2);
      if (ring.place() == ClipRing.Place.CUT) {
        ring.wind(i == 0);
        clip.add(ring, i == 0);
      }
    }
    List<String> parts = new ArrayList<>();
    assertThat(clip.join(part -> parts.add(text(part)))).isTrue();
    return parts;
  }

  private static String text(WholeRing ring) {
    int vertices = ring.close();
    return Arrays.toString(Arrays.copyOf(ring.xy(), 2 * vertices));
  }

  @Test
  void theTeethOfACombAreSeparateParts() {
    double[] comb = {-5, 1, 5, 1, 5, 3, -3, 3, -3, 5, 5, 5, 5, 7, -5, 7};
    assertThat(parts(comb)).containsExactly("[0, 1, 5, 1, 5, 3, 0, 3]", "[0, 5, 5, 5, 5, 7, 0, 7]");
  }

  @Test
  void aHoleAtTheEdgeBecomesABay() {
    double[] field = {-20, -20, 30, -20, 30, 30, -20, 30};
    double[] hole = {-2, 4, 3, 4, 3, 6, -2, 6};
    assertThat(parts(field, hole))
        .containsExactly("[0, 6, 3, 6, 3, 4, 0, 4, 0, 0, 10, 0, 10, 10, 0, 10]");
  }

  @Test
  void aPolygonAroundTheSquareFillsItAndOneBesideItDoesNot() {
    assertThat(parts(new double[] {-20, -20, 30, -20, 30, 30, -20, 30}))
        .containsExactly("[10, 0, 10, 10, 0, 10, 0, 0]");
    assertThat(parts(new double[] {-20, 8, 8, 30, -20, 30})).isEmpty();
  }

  @Test
  void ringsThatCrossEachOtherAtTheEdgeAreNotJoined() {
    double[] crossing = {-5, 5.2, 5, 5, 5, 6, -5, 1};
    clip.begin(false);
    ClipRing ring = clip.ring();
    ring.of(crossing, 4);
    assertThat(ring.place()).isEqualTo(ClipRing.Place.CUT);
    clip.add(ring, true);
    assertThat(clip.join(part -> {})).isFalse();
  }
}
