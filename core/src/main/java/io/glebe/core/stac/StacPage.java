package io.glebe.core.stac;

import java.util.List;
import java.util.Optional;

/**
 * Items that were found.
 *
 * @param next where the next page begins, where there may be more
 */
public record StacPage(List<StacItem> items, Optional<String> next) {}
