package io.glebe.core.cube.item;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A page of features.
 *
 * @param next cursor of the next page, when there may be more
 * @param facets for each requested property: values as JSON text with their counts, most frequent
 *     first
 */
public record ItemPage(
    List<StoredItem> items, Optional<String> next, Map<String, Map<String, Long>> facets) {}
