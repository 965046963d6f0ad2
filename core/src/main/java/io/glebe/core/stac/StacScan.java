package io.glebe.core.stac;

import io.glebe.core.cql.Cql;
import io.glebe.core.cql.CqlEvaluator;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Examines the items of one collection after the other and keeps those of a page. Not thread-safe.
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
            (query.collections().isEmpty()
                    || query.collections().contains(item.source().row().id()))
                && (query.ids().isEmpty() || query.ids().contains(item.id()))
                && query.when().map(at -> at.intersects(item.from(), item.to())).orElse(true)
                && terms.stream().allMatch(term -> term.matches(item));
  }

  /** Returns a scan that examines at most this many items. */
  static StacScan of(StacQuery query, int most) {
    return query.order().natural() ? new NaturalScan(query, most) : new OrderedScan(query, most);
  }

  StacQuery query() {
    return query;
  }

  boolean fits(StacItem item) {
    return fits.test(item);
  }

  /** Returns the collection at which to begin; empty for the first one. */
  abstract String collection();

  /** Returns whether the page cannot change any more. */
  abstract boolean full();

  abstract void look(StacSource source);

  abstract StacPage page();
}
