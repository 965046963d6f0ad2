package io.glebe.core.cube.collection;

import io.glebe.core.cube.model.CubeCollection;
import java.util.List;
import java.util.Optional;

/**
 * A page of collections.
 *
 * @param next id after which the next page begins, when there may be more
 */
public record CollectionPage(List<CubeCollection> collections, Optional<String> next) {}
