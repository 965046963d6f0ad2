package io.glebe.core.cube.item;

import io.glebe.core.ogc.FeaturePage;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A page of features, read in one transaction.
 *
 * @param matched number of the features of all pages, where it is known or few have to be counted
 * @param next cursor of the next page, when there may be more
 * @param facets for each requested property: values as JSON text with their counts, most frequent
 *     first
 */
public record ItemPage(
    List<StoredItem> items,
    OptionalLong matched,
    Optional<String> next,
    Map<String, Map<String, Long>> facets)
    implements FeaturePage {

  /** Returns the page of a list of that many features, unless the list is known to be shorter. */
  ItemPage of(long stored) {
    return matching(OptionalLong.of(matched.orElse(Math.max(stored, items.size()))));
  }

  /** The same page with the number of the features of all pages. */
  ItemPage matching(OptionalLong all) {
    return new ItemPage(items, all, next, facets);
  }

  @Override
  public boolean isInMemory() {
    return true;
  }

  @Override
  public End read(Sink sink) throws IOException {
    for (StoredItem item : items) {
      sink.accept(item);
    }
    return new End(items.size(), matched, next, facets);
  }
}
