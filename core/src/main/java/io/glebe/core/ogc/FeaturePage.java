package io.glebe.core.ogc;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A page of features that is read once. */
public interface FeaturePage {
  /** Receives one feature after the other. */
  @FunctionalInterface
  interface Sink {
    void accept(OgcFeature feature) throws IOException;
  }

  /**
   * The end of a page.
   *
   * @param returned number of its features
   * @param matched number of the features of all pages, where it is known or few have to be counted
   * @param next cursor of the next page, when there may be more
   * @param facets for each requested property: values as JSON text with their counts, most frequent
   *     first
   */
  record End(
      int returned,
      OptionalLong matched,
      Optional<String> next,
      Map<String, Map<String, Long>> facets) {}

  /** Returns whether reading needs no database, so that a failure cannot cut the page off. */
  boolean isInMemory();

  /** Reads the features in order. May block. */
  End read(Sink sink) throws IOException;
}
