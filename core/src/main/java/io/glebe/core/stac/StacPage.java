package io.glebe.core.stac;

import java.util.List;
import java.util.Optional;

/**
 * A page of items.
 *
 * @param next beginning of the next page, when there may be more
 */
public record StacPage(List<StacItem> items, Optional<String> next) {}
