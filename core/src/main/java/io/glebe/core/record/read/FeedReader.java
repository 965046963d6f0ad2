package io.glebe.core.record.read;

import io.glebe.core.access.Caller;
import io.glebe.core.admission.WorkOwner;
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
  /** Most records of a short page. */
  private static final int SHORT_PAGE = 100;

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

  /** The first records from the position of the query on. */
  public Future<RecordPage> page(Caller caller, EntityType type, ListQuery query) {
    PageSql.Bounds most = new PageSql.Bounds(query.limit(), pageBytes);
    return start(caller, type, query)
        .compose(
            WorkOwner.kept(
                start ->
                    firstRows(start, most, PageSql.Documents.FITTING)
                        .compose(rows -> page(start, rows))));
  }

  /** Refuses the queries that {@link #page} refuses; reads no record. */
  public Future<Void> check(Caller caller, EntityType type, ListQuery query) {
    return start(caller, type, query).mapEmpty();
  }

  /**
   * The first records of a page: as many as have texts of this many bytes in all. Empty when the
   * first one has more.
   */
  public Future<Optional<RecordPage>> shortPage(
      Caller caller, EntityType type, ListQuery query, int bytes) {
    PageSql.Bounds most = new PageSql.Bounds(Math.min(query.limit(), SHORT_PAGE), bytes);
    return start(caller, type, query)
        .compose(
            WorkOwner.kept(
                start ->
                    firstRows(start, most, PageSql.Documents.ONLY_FITTING)
                        .compose(
                            rows ->
                                rows.isCut() && rows.rows().isEmpty()
                                    ? Future.succeededFuture(Optional.empty())
                                    : page(start, rows).map(Optional::of))));
  }

  /** Reads short documents, which most are, and reads again where one is long. */
  private Future<RowsRead> firstRows(
      Start start, PageSql.Bounds most, PageSql.Documents withLongOnes) {
    return rows(start, most, PageSql.Documents.SHORT)
        .compose(
            WorkOwner.kept(
                read ->
                    read.isCut() ? rows(start, most, withLongOnes) : Future.succeededFuture(read)));
  }

  private Future<Start> start(Caller caller, EntityType type, ListQuery query) {
    checkLimit(query.limit());
    ListFilterSql filters = new ListFilterSql(caller, type, query.filters());
    ReadReach reach = ReadReach.of(caller, type);
    if (query.cursor().isPresent() && query.updatedAfter().isPresent()) {
      throw Problem.malformedParameter("updatedAfter", "cannot be combined with cursor");
    }
    if (query.cursor().isEmpty()) {
      FeedPosition start = query.updatedAfter().map(FeedPosition::after).orElse(FeedPosition.START);
      FeedBounds bounds = FeedBounds.single(reach, start);
      return Future.succeededFuture(new Start(type, filters, bounds));
    }
    FeedCursor cursor = seal.read(query.cursor().get(), filters.binding());
    return bounds(reach, cursor).map(bounds -> new Start(type, filters, bounds));
  }

  /** Where a page begins. */
  private record Start(EntityType type, ListFilterSql filters, FeedBounds bounds) {}

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

  private Future<RecordPage> page(Start start, RowsRead read) {
    return cursor(start.bounds(), read.rows(), read.hasMore())
        .map(
            next ->
                new RecordPage(
                    start.type(),
                    read.rows(),
                    seal.write(next, start.filters().binding()),
                    read.hasMore()));
  }

  /**
   * The first rows of a page.
   *
   * @param isCut whether the rows end before a document that was too long
   */
  private record RowsRead(List<Row> rows, boolean hasMore, boolean isCut) {}

  private Future<RowsRead> rows(Start start, PageSql.Bounds most, PageSql.Documents documents) {
    Sql sql =
        PageSql.page(
            start.type(),
            start.bounds().parts(),
            start.filters(),
            new PageSql.Bounds(most.rows() + 1, most.bytes()), // one more: are there further ones
            documents);
    return database.query(sql.text(), sql.values()).map(result -> take(result, most.rows()));
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
