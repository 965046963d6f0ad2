package io.glebe.tile.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SamplesTest {

  @Test
  void equalWeightsGiveThePercentilesOfNumpysLinearRule() {
    // numpy.percentile([3, -1, 7, 2.5, -4], [0, 10, 25, 50, 90, 100])
    Samples samples = new Samples();
    samples.addAll(new float[] {3, -1, 7, Float.NaN, 2.5f, -4}, 0, 6);
    assertThat(samples.size()).isEqualTo(5);
    double[] expected = {-4, -2.8, -1, 2.5, 5.4, 7};
    double[] got = samples.percentiles(() -> false, 0, 10, 25, 50, 90, 100);
    for (int i = 0; i < expected.length; i++) {
      assertThat(got[i]).isCloseTo(expected[i], within(1e-6));
    }
  }

  @Test
  void oneValueIsEveryPercentileAndAnEmptySetHasNone() {
    Samples samples = new Samples();
    assertThat(samples.percentiles(() -> false, 50)[0]).isNaN();
    samples.add(4, 0.25f);
    assertThat(samples.percentiles(() -> false, 0, 50, 100)).containsExactly(4, 4, 4);
  }
}
