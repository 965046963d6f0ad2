package io.glebe.core.cube.item;

import io.glebe.core.ogc.FeaturePage;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A page of features, read in one transaction.
 *
 * @param next cursor of the next page, when there may be more
 * @param facets for each requested property: values as JSON text with their counts, most frequent
 *     first
 */
public record ItemPage(
    List<StoredItem> items, Optional<String> next, Map<String, Map<String, Long>> facets)
    implements FeaturePage {

  @Override
  public boolean isInMemory() {
    return true;
  }

  @Override
  public End read(Sink sink) throws IOException {
    for (StoredItem item : items) {
      sink.accept(item);
    }
    return new End(items.size(), next, facets);
  }
}
