package io.glebe.core.cube.item;

import io.glebe.core.access.Caller;
import io.glebe.core.memory.MemoryBudget;
import io.glebe.core.ogc.FeatureDescription;
import io.glebe.core.ogc.FeaturePage;
import io.glebe.core.ogc.FeatureQuery;
import io.glebe.core.ogc.FeatureSource;
import io.glebe.core.ogc.OgcFeature;
import io.vertx.core.Future;
import java.util.Map;
import java.util.Set;

/**
 * The features of a collection, in the order of creation unless the query sorts them.
 *
 * @param collection its id
 */
public record CollectionItems(ItemService items, String collection) implements FeatureSource {

  /** The properties differ from feature to feature: none is a parameter. */
  @Override
  public FeatureDescription description() {
    return new FeatureDescription(collection, "Features of " + collection, Set.of(), Map.of());
  }

  @Override
  public Future<FeaturePage> list(Caller caller, FeatureQuery query, MemoryBudget.Lease memory) {
    return items.search(caller, collection, query, memory).map(page -> page);
  }

  @Override
  public Future<OgcFeature> feature(Caller caller, String id, MemoryBudget.Lease memory) {
    return items.read(caller, collection, id, memory).map(item -> item);
  }
}
