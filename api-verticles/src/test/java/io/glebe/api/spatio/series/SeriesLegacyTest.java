package io.glebe.api.spatio.series;

import io.glebe.api.spatio.SpatioClient;

/** {@link SeriesSuite} on the legacy surface. */
final class SeriesLegacyTest extends SeriesSuite {
  SeriesLegacyTest() {
    super(new SpatioClient(""));
  }
}
