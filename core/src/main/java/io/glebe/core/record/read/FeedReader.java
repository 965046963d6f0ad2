package io.glebe.core.record.read;

import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.database.Database;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.access.ReachCache;
import io.glebe.core.record.access.ReachDigest;
import io.glebe.core.record.access.ReadReach;
import io.glebe.core.record.table.Sql;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Reads pages of a collection's feed. A reader that follows the cursors misses no record that it
 * may read, even when it gains farms meanwhile: records of gained farms are delivered from the
 * oldest on, while the rest of the feed continues at its position.
 */
public final class FeedReader {
  private final Database database;
  private final CursorSeal seal;
  private final ReachCache reachCache;
  private final int pageBytes;

  /**
   * @param pageBytes most bytes of the texts of a page
   */
  public FeedReader(Database database, CursorSeal seal, ReachCache reachCache, int pageBytes) {
    this.pageBytes = pageBytes;
    this.database = database;
    this.seal = seal;
    this.reachCache = reachCache;
  }

  public Future<RecordPage> page(Caller caller, EntityType type, ListQuery query) {
    checkLimit(query.limit());
    ListFilterSql filters = new ListFilterSql(caller, type, query.filters());
    ReadReach reach = ReadReach.of(caller, type);
    if (query.cursor().isPresent() && query.updatedAfter().isPresent()) {
      throw Problem.malformedParameter("updatedAfter", "cannot be combined with cursor");
    }
    if (query.cursor().isEmpty()) {
      FeedPosition start = query.updatedAfter().map(FeedPosition::after).orElse(FeedPosition.START);
      return read(type, query, filters, FeedBounds.single(reach, start));
    }
    FeedCursor cursor = seal.read(query.cursor().get(), filters.binding());
    return bounds(reach, cursor).compose(bounds -> read(type, query, filters, bounds));
  }

  private static void checkLimit(int limit) {
    if (limit < 1 || limit > ListQuery.MAX_LIMIT) {
      throw Problem.malformedParameter("limit", "must be 1 to " + ListQuery.MAX_LIMIT);
    }
  }

  /**
   * The current position of a reader.
   *
   * @param gained the part that it gained since the cursor, or still catches up on
   */
  private record FeedBounds(PageSql.Part main, Optional<PageSql.Part> gained, ReadReach reach) {
    static FeedBounds single(ReadReach reach, FeedPosition position) {
      return new FeedBounds(new PageSql.Part(reach, position), Optional.empty(), reach);
    }

    List<PageSql.Part> parts() {
      List<PageSql.Part> parts = new ArrayList<>();
      parts.add(main);
      gained.ifPresent(parts::add);
      return parts;
    }
  }

  private Future<FeedBounds> bounds(ReadReach reach, FeedCursor cursor) {
    ReachDigest now = reach.digest();
    FeedPosition position = cursor.main().position();
    boolean same = cursor.gained().isEmpty() && cursor.main().reach().equals(now);
    if (same || cursor.main().reach().equals(ReachDigest.EVERYTHING)) {
      return Future.succeededFuture(FeedBounds.single(reach, position));
    }
    if (reach.everything()) {
      return Future.succeededFuture(FeedBounds.single(reach, FeedPosition.START));
    }
    return load(cursor.main().reach())
        .compose(
            delivered ->
                cursor.gained().isEmpty()
                    ? Future.succeededFuture(
                        divide(reach, cursor, delivered, Set.of(), FeedPosition.START))
                    : load(cursor.gained().get().reach())
                        .map(
                            gained ->
                                divide(
                                    reach,
                                    cursor,
                                    delivered,
                                    gained,
                                    cursor.gained().get().position())));
  }

  private Future<Set<UUID>> load(ReachDigest digest) {
    return reachCache.load(digest).map(found -> found.orElseThrow(CursorSeal::refusal));
  }

  private static FeedBounds divide(
      ReadReach reach,
      FeedCursor cursor,
      Set<UUID> delivered,
      Set<UUID> gained,
      FeedPosition gainedAt) {
    ReadReach main = reach.within(delivered, true);
    ReadReach rest = reach.within(delivered, false);
    boolean restIsKnown = gained.containsAll(rest.members());
    FeedPosition restAt = restIsKnown ? gainedAt : FeedPosition.START;
    FeedPosition mainAt = cursor.main().position();
    if (rest.isEmpty()) {
      return FeedBounds.single(reach, mainAt);
    }
    return main.isEmpty()
        ? FeedBounds.single(reach, restAt)
        : new FeedBounds(
            new PageSql.Part(main, mainAt), Optional.of(new PageSql.Part(rest, restAt)), reach);
  }

  private Future<RecordPage> read(
      EntityType type, ListQuery query, ListFilterSql filters, FeedBounds bounds) {
    return rows(type, query, filters, bounds, PageSql.Documents.SHORT)
        .compose(
            read ->
                read.isCut()
                    ? rows(type, query, filters, bounds, PageSql.Documents.FITTING)
                    : Future.succeededFuture(read))
        .compose(
            rows ->
                cursor(bounds, rows.rows(), rows.hasMore())
                    .map(
                        next ->
                            new RecordPage(
                                type,
                                rows.rows(),
                                seal.write(next, filters.binding()),
                                rows.hasMore())));
  }

  /**
   * The first rows of a page.
   *
   * @param isCut whether the rows end before a document that was too long
   */
  private record RowsRead(List<Row> rows, boolean hasMore, boolean isCut) {}

  private Future<RowsRead> rows(
      EntityType type,
      ListQuery query,
      ListFilterSql filters,
      FeedBounds bounds,
      PageSql.Documents documents) {
    Sql sql =
        PageSql.page(
            type,
            bounds.parts(),
            filters,
            new PageSql.Bounds(query.limit() + 1, pageBytes),
            documents);
    return database.query(sql.text(), sql.values()).map(result -> take(result, query.limit()));
  }

  /** Takes as many rows as requested; a user that is part of both results appears once. */
  private static RowsRead take(RowSet<Row> result, int limit) {
    List<Row> rows = new ArrayList<>(limit);
    Set<UUID> seen = HashSet.newHashSet(result.size());
    for (Row row : result) {
      if (seen.add(row.getUUID(0))) {
        if (rows.size() == limit || row.getValue(3) == null) {
          return new RowsRead(rows, true, rows.size() < limit);
        }
        rows.add(row);
      }
    }
    return new RowsRead(rows, result.size() > limit, false);
  }

  private Future<FeedCursor> cursor(FeedBounds bounds, List<Row> rows, boolean hasMore) {
    FeedPosition mainAt = bounds.main().position();
    Optional<PageSql.Part> gained = bounds.gained();
    if (rows.isEmpty() && gained.isEmpty()) {
      return at(bounds, mainAt);
    }
    FeedPosition last = rows.isEmpty() ? mainAt : FeedPosition.of(rows.getLast());
    boolean caughtUp = gained.isEmpty() || !hasMore || last.compareTo(mainAt) >= 0;
    if (caughtUp) {
      return at(bounds, last.max(mainAt));
    }
    return reachCache
        .store(bounds.main().reach().members())
        .compose(
            main ->
                reachCache
                    .store(gained.get().reach().members())
                    .map(
                        rest ->
                            new FeedCursor(
                                new FeedCursor.Part(mainAt, main),
                                Optional.of(new FeedCursor.Part(last, rest)))));
  }

  private Future<FeedCursor> at(FeedBounds bounds, FeedPosition position) {
    return bounds.reach().everything()
        ? Future.succeededFuture(FeedCursor.at(position, ReachDigest.EVERYTHING))
        : reachCache.store(bounds.reach().members()).map(digest -> FeedCursor.at(position, digest));
  }
}
