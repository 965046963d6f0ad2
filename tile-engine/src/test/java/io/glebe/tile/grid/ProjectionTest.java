package io.glebe.tile.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ProjectionTest {
  private static final long SEED = 99;
  private final Random random = new Random(SEED);
  private final double[] a = new double[2];
  private final double[] b = new double[2];

  @Test
  void utmAgreesWithProj4() {
    for (int zone = 1; zone <= 60; zone += 7) {
      for (int base : new int[] {32600, 32700}) {
        Projection ours = Projection.of(base + zone);
        Projection other = Proj4Projection.of(base + zone);
        for (int i = 0; i < 200; i++) {
          double longitude = Math.max(-180, zone * 6 - 183 + random.nextDouble(-3.5, 3.5));
          double latitude = random.nextDouble(-84, 84);
          ours.fromLonLat(longitude, latitude, a, 0);
          other.fromLonLat(longitude, latitude, b, 0);
          String point = longitude + "," + latitude + " in " + ours + " seed " + SEED;
          assertThat(a[0]).as(point).isCloseTo(b[0], within(1e-3));
          assertThat(a[1]).as(point).isCloseTo(b[1], within(1e-3));
        }
      }
    }
  }

  @Test
  void utmConvertsThereAndBack() {
    Utm utm = Utm.of(32633);
    for (int i = 0; i < 10_000; i++) {
      double longitude = 15 + random.nextDouble(-30, 30);
      double latitude = random.nextDouble(-88, 88);
      utm.fromLonLat(longitude, latitude, a, 0);
      utm.toLonLat(a[0], a[1], b, 0);
      String point = longitude + "," + latitude + " seed " + SEED;
      assertThat(b[0]).as(point).isCloseTo(longitude, within(1e-7));
      assertThat(b[1]).as(point).isCloseTo(latitude, within(1e-7));
    }
    utm.fromLonLat(15, 0, a, 0);
    assertThat(a[0]).isCloseTo(500_000, within(1e-6));
    assertThat(a[1]).isCloseTo(0, within(1e-6));
    Utm.of(32733).fromLonLat(15, 0, a, 0);
    assertThat(a[1]).isCloseTo(10_000_000, within(1e-6));
  }

  /** Far from the meridian a formula must give NaN instead of a wrong position. */
  @Test
  void utmOutsideItsDomainIsNaN() {
    Utm.of(32633).fromLonLat(100, 40, a, 0);
    assertThat(a[0]).isNaN();
    Utm.of(32633).toLonLat(5e7, 0, a, 0);
    assertThat(a[1]).isNaN();
    Utm.of(32601).fromLonLat(179, 40, a, 0);
    Utm.of(32601).fromLonLat(-181, 40, b, 0);
    assertThat(a[0]).isCloseTo(b[0], within(1e-6));
  }

  @Test
  void webMercatorAgreesWithProj4AndReturns() {
    Projection other = Proj4Projection.of(3857);
    for (int i = 0; i < 1000; i++) {
      double longitude = random.nextDouble(-180, 180);
      double latitude = random.nextDouble(-85, 85);
      WebMercator.INSTANCE.fromLonLat(longitude, latitude, a, 0);
      other.fromLonLat(longitude, latitude, b, 0);
      assertThat(a[0]).isCloseTo(b[0], within(1e-6));
      assertThat(a[1]).isCloseTo(b[1], within(1e-6));
      WebMercator.INSTANCE.toLonLat(a[0], a[1], b, 0);
      assertThat(b[0]).isCloseTo(longitude, within(1e-12));
      assertThat(b[1]).isCloseTo(latitude, within(1e-12));
    }
  }

  @Test
  void otherCodesComeFromTheRegister() {
    Projection laea = Projection.of(3035);
    laea.fromLonLat(10, 52, a, 0);
    assertThat(a[0]).isCloseTo(4_321_000, within(0.01));
    assertThat(a[1]).isCloseTo(3_210_000, within(0.01));
    laea.toLonLat(a[0], a[1], b, 0);
    assertThat(b[0]).isCloseTo(10, within(1e-8));
    assertThatThrownBy(() -> Projection.of(999_999)).isInstanceOf(IllegalArgumentException.class);
    assertThat(Projection.of(32660)).isInstanceOf(Utm.class);
    assertThatThrownBy(() -> Projection.of(-1)).isInstanceOf(IllegalArgumentException.class);
  }
}
