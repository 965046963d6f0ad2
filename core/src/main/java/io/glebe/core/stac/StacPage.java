package io.glebe.core.stac;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A page of items.
 *
 * @param matched number of the items of all pages; empty where counting them would take too long
 * @param next beginning of the next page, when there may be more
 */
public record StacPage(List<StacItem> items, OptionalLong matched, Optional<String> next) {}
