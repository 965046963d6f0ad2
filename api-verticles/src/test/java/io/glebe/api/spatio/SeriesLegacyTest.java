package io.glebe.api.spatio;

/** {@link SeriesSuite} on the legacy surface. */
final class SeriesLegacyTest extends SeriesSuite {
  SeriesLegacyTest() {
    super(new SpatioClient(""));
  }
}
