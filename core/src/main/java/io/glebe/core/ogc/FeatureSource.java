package io.glebe.core.ogc;

import io.glebe.core.access.Caller;
import io.glebe.core.memory.MemoryBudget;
import io.vertx.core.Future;

/**
 * A collection of features, wherever they are stored. It checks the permissions of the caller. The
 * methods do not block and do not throw, unless their documentation says so.
 */
public interface FeatureSource {
  FeatureDescription description();

  /**
   * Returns a page of the matching features that the caller may read; 403 without permission, 400
   * for an invalid filter or cursor, also as an exception; 413, 429 or 503 without enough memory.
   *
   * @param memory of the request; grows before features are read
   */
  Future<FeaturePage> list(Caller caller, FeatureQuery query, MemoryBudget.Lease memory);

  /**
   * Returns one feature; 404 when it does not exist, 403 without permission; 413, 429 or 503
   * without enough memory.
   *
   * @param memory of the request; grows before a large feature is read
   */
  Future<OgcFeature> feature(Caller caller, String id, MemoryBudget.Lease memory);
}
