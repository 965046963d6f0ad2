package io.glebe.api.cli.load.scenario;

import java.util.List;

/**
 * What the target has of a farm, for dashboards.
 *
 * @param fields ids of its fields
 * @param datastreams ids of its datastreams
 * @param layers path and layer of collections with series, such as {@code demo-s2} and NDVI
 */
public record FarmPages(
    String farm, List<String> fields, List<Long> datastreams, List<SeriesSource> layers) {
  /** A collection and the layer whose series are shown. */
  public record SeriesSource(String collection, String layer) {}
}
