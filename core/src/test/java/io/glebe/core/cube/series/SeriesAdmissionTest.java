package io.glebe.core.cube.series;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.config.Settings;
import io.glebe.core.config.SpatioSettings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

class SeriesAdmissionTest {
  private final SeriesMeters meters = new SeriesMeters(new SimpleMeterRegistry());
  private final SeriesLimits limits =
      SeriesLimits.of(
          Settings.defaults()
              .with(SpatioSettings.SERIES_RUNNING, "5")
              .with(SpatioSettings.SERIES_PER_CALLER, "3"));

  @Test
  void oneCallerCannotTakeAllPlaces() {
    for (int i = 0; i < 3; i++) {
      assertThat(meters.begin("greedy", limits)).isEqualTo(SeriesMeters.Admission.ADMITTED);
    }
    assertThat(meters.begin("greedy", limits)).isEqualTo(SeriesMeters.Admission.CALLER_BUSY);
    assertThat(meters.begin("other", limits)).isEqualTo(SeriesMeters.Admission.ADMITTED);

    meters.ended("greedy", SeriesMeters.Outcome.CANCELLED);
    assertThat(meters.begin("greedy", limits)).isEqualTo(SeriesMeters.Admission.ADMITTED);
  }

  @Test
  void aRefusedSeriesTakesNoPlace() {
    for (int i = 0; i < 5; i++) {
      assertThat(meters.begin("caller " + i, limits)).isEqualTo(SeriesMeters.Admission.ADMITTED);
    }
    for (int i = 0; i < 10; i++) {
      assertThat(meters.begin("late", limits)).isEqualTo(SeriesMeters.Admission.ALL_BUSY);
    }
    meters.ended("caller 0", SeriesMeters.Outcome.COMPLETED);
    assertThat(meters.begin("late", limits)).isEqualTo(SeriesMeters.Admission.ADMITTED);
  }
}
