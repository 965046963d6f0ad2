package io.glebe.api.spatio.series;

import io.glebe.api.spatio.SpatioClient;

/** {@link SeriesSuite} on the V2 surface. */
final class SeriesV2Test extends SeriesSuite {
  SeriesV2Test() {
    super(new SpatioClient("/api/v2"));
  }
}
