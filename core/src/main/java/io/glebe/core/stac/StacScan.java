package io.glebe.core.stac;

import io.glebe.core.cql.Cql;
import io.glebe.core.cql.CqlEvaluator;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Looks at the items of one collection after the other and keeps those of a page. A thread's own.
 */
abstract sealed class StacScan permits NaturalScan, OrderedScan {
  private final StacQuery query;
  private final Predicate<StacItem> fits;

  StacScan(StacQuery query) {
    this.query = query;
    var terms =
        Stream.of(query.place(), query.filter())
            .flatMap(Optional<Cql>::stream)
            .map(CqlEvaluator::new)
            .toList();
    this.fits =
        item ->
            (query.ids().isEmpty() || query.ids().contains(item.id()))
                && query.when().map(at -> at.touches(item.from(), item.to())).orElse(true)
                && terms.stream().allMatch(term -> term.matches(item));
  }

  /** A scan that looks at no more than so many items. */
  static StacScan of(StacQuery query, int most) {
    return query.order().natural() ? new NaturalScan(query, most) : new OrderedScan(query, most);
  }

  StacQuery query() {
    return query;
  }

  boolean fits(StacItem item) {
    return fits.test(item);
  }

  /** The collection at which to begin; empty for the first one. */
  abstract String collection();

  /** Whether no further item can come on the page. */
  abstract boolean full();

  abstract void look(StacSource source);

  abstract StacPage page();
}
