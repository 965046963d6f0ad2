package io.glebe.core.record;

import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.database.Database;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.person.PersonViewFilter;
import io.glebe.core.record.read.FeedReader;
import io.glebe.core.record.read.ListQuery;
import io.glebe.core.record.read.RecordPage;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Pages of the records of a collection, ordered by updatedAt and id. Every method checks the
 * permission of the caller; refusals are {@link Problem}s, as failed futures.
 */
public final class RecordLists {
  private final FeedReader feed;
  private final PersonViewFilter people;

  RecordLists(Database database, FeedReader feed) {
    this.feed = feed;
    this.people = new PersonViewFilter(database);
  }

  /** The first records from the position of the query on. */
  public Future<RecordPage> page(Caller caller, EntityType type, ListQuery query) {
    return attempted(() -> feed.page(caller, type, query))
        .compose(page -> seen(caller, type, page));
  }

  /** Refuses the queries that {@link #page} refuses; reads no record. */
  public Future<Void> check(Caller caller, EntityType type, ListQuery query) {
    return attempted(() -> feed.check(caller, type, query));
  }

  /**
   * The first records of a page: as many as have texts of this many bytes in all, also fewer than
   * the query asks for. Empty when the first one has more.
   */
  public Future<Optional<RecordPage>> shortPage(
      Caller caller, EntityType type, ListQuery query, int bytes) {
    return attempted(() -> feed.shortPage(caller, type, query, bytes))
        .compose(
            page ->
                page.isEmpty()
                    ? Future.succeededFuture(page)
                    : seen(caller, type, page.get()).map(Optional::of));
  }

  private Future<RecordPage> seen(Caller caller, EntityType type, RecordPage page) {
    return PersonViewFilter.isWhole(caller, type)
        ? Future.succeededFuture(page)
        : people.all(caller, type, page.records()).map(page::with);
  }

  private static <T> Future<T> attempted(Supplier<Future<T>> read) {
    try {
      return read.get();
    } catch (Problem refusal) {
      return Future.failedFuture(refusal);
    }
  }
}
