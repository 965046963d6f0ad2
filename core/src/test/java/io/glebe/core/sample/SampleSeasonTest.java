package io.glebe.core.sample;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SampleSeasonTest {
  private final SampleLand farm = SampleLand.create();
  private final SampleSeason season = new SampleSeason(farm);

  @Test
  void theSameFarmIsGeneratedEveryTime() {
    SampleSeason again = new SampleSeason(SampleLand.create());

    assertThat(season.scene(12).bands()).isDeepEqualTo(again.scene(12).bands());
  }

  @Test
  void parcelsDoNotOverlapAndStayInsideTheSquare() {
    double total = farm.parcels().stream().mapToDouble(SampleLand.Parcel::area).sum();

    assertThat(farm.parcels()).hasSize(25);
    assertThat(total).isBetween(0.85 * 4e6, 4e6);
    for (SampleLand.Parcel parcel : farm.parcels()) {
      for (double[] corner : parcel.ring()) {
        assertThat(corner[0]).isBetween(SampleLand.WEST, SampleLand.WEST + SampleLand.EDGE);
        assertThat(corner[1]).isBetween(SampleLand.NORTH - SampleLand.EDGE, SampleLand.NORTH);
      }
    }
  }

  @Test
  void cropsTurnGreenAndRipen() {
    double march = Crop.MAIZE.cover(70, 0);
    double july = Crop.MAIZE.cover(200, 0);
    double october = Crop.MAIZE.cover(300, 0);

    assertThat(july).isGreaterThan(0.8);
    assertThat(march).isLessThan(0.2);
    assertThat(october).isLessThan(0.3);
  }

  @Test
  void someDatesAreCloudyAndMostAreNot() {
    int cloudy = 0;
    for (int i = 0; i < season.dates().size(); i++) {
      int hidden = 0;
      for (byte cell : season.scene(i).cloud()) {
        hidden += cell;
      }
      cloudy += hidden > 2000 ? 1 : 0;
    }

    assertThat(cloudy).isBetween(4, 14);
    assertThat(season.scene(season.dates().size() - 1).cloud()).containsOnly(0);
  }

  @Test
  void ndviMatchesTheStoredBands() {
    SampleSeason.Scene scene = season.scene(15);
    short[] ndvi = scene.ndvi();
    int cell = 100 * SampleSeason.CELLS + 50;
    double red = scene.bands()[2][cell];
    double near = scene.bands()[3][cell];

    assertThat(ndvi[cell] * SampleSeason.SCALE)
        .isCloseTo((near - red) / (near + red), org.assertj.core.api.Assertions.within(0.0001));
  }
}
