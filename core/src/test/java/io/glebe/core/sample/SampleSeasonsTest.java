package io.glebe.core.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SampleSeasonsTest {
  private final SampleLand farm = SampleLand.create();
  private final SampleSeasons seasons = new SampleSeasons(farm);

  @Test
  void theSameFarmIsGeneratedEveryTime() {
    SampleSeasons again = new SampleSeasons(SampleLand.create());

    assertThat(seasons.scene(12).bands()).isDeepEqualTo(again.scene(12).bands());
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

  /** Returns the mean NDVI of a parcel where no cloud is. */
  private double meanOf(int parcel, int index) {
    SampleSeasons.Scene scene = seasons.scene(index);
    short[] ndvi = scene.ndvi();
    double sum = 0;
    int count = 0;
    for (int cell = 0; cell < ndvi.length; cell++) {
      int column = cell % SampleSeasons.CELLS;
      int row = cell / SampleSeasons.CELLS;
      double easting = SampleLand.WEST + (column + 0.5) * SampleSeasons.CELL;
      double northing = SampleLand.NORTH - (row + 0.5) * SampleSeasons.CELL;
      if (scene.cloud()[cell] == 0 && farm.parcels().get(parcel - 1).contains(easting, northing)) {
        sum += ndvi[cell] * SampleSeasons.SCALE;
        count++;
      }
    }
    return sum / count;
  }

  @Test
  void someDatesAreCloudyAndMostAreNot() {
    int cloudy = 0;
    for (int i = 0; i < seasons.dates().size(); i++) {
      int hidden = 0;
      for (byte cell : seasons.scene(i).cloud()) {
        hidden += cell;
      }
      cloudy += hidden > 2000 ? 1 : 0;
    }

    assertThat(cloudy).isBetween(12, 42);
    assertThat(seasons.scene(seasons.dates().size() - 1).cloud()).containsOnly(0);
  }

  @Test
  void theSatellitePassesAtTheSameStepsInThreeSeasons() {
    List<LocalDate> days =
        seasons.dates().stream().map(date -> LocalDate.ofInstant(date, ZoneOffset.UTC)).toList();

    assertThat(days).hasSize(3 * SampleSeasons.DATES).isSorted();
    assertThat(days.stream().map(LocalDate::getYear).distinct()).containsExactly(2024, 2025, 2026);
    assertThat(days.get(2 * SampleSeasons.DATES)).isEqualTo("2026-03-02");
    assertThat(days)
        .allMatch(day -> ChronoUnit.DAYS.between(day, LocalDate.of(2026, 3, 2)) % 8 == 0);
  }

  @Test
  void theMaizeOfADrySeasonIsThinnerThanThatOfTheNewest() {
    int july = 16;

    assertThat(meanOf(7, july)).isLessThan(meanOf(7, july + 2 * SampleSeasons.DATES) - 0.04);
  }

  @Test
  void fieldsOfGrassAndTreesStayAndOthersHaveARotation() {
    assertThat(Crop.GRASSLAND.previous()).isEqualTo(Crop.GRASSLAND);
    assertThat(farm.parcels().get(12).crop(0)).isEqualTo(Crop.WINTER_WHEAT);
    assertThat(farm.parcels().get(12).crop(1)).isEqualTo(Crop.OILSEED_RAPE);
    assertThat(farm.parcels().get(12).crop(2)).isEqualTo(Crop.WINTER_BARLEY);
  }

  @Test
  void ndviMatchesTheStoredBands() {
    SampleSeasons.Scene scene = seasons.scene(15);
    short[] ndvi = scene.ndvi();
    int cell = 100 * SampleSeasons.CELLS + 50;
    double red = scene.bands()[2][cell];
    double near = scene.bands()[3][cell];

    assertThat(ndvi[cell] * SampleSeasons.SCALE)
        .isCloseTo((near - red) / (near + red), org.assertj.core.api.Assertions.within(0.0001));
  }
}
