package io.glebe.core.record;

import io.glebe.core.access.Access;
import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.OutdatedCaller;
import io.glebe.core.access.WorkedFarms;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.database.Database;
import io.glebe.core.database.Transaction;
import io.glebe.core.metrics.PlatformMeters;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.access.ReachCache;
import io.glebe.core.record.access.ReachSql;
import io.glebe.core.record.access.ReadReach;
import io.glebe.core.record.access.RecordAccess;
import io.glebe.core.record.audit.AuditNote;
import io.glebe.core.record.audit.AuditNoteWriter;
import io.glebe.core.record.audit.AuditTrail;
import io.glebe.core.record.change.Change;
import io.glebe.core.record.change.ChangeListener;
import io.glebe.core.record.change.ChangeWriter;
import io.glebe.core.record.person.PersonViewFilter;
import io.glebe.core.record.read.CursorSeal;
import io.glebe.core.record.read.FeedReader;
import io.glebe.core.record.read.ListQuery;
import io.glebe.core.record.read.ReadLimits;
import io.glebe.core.record.read.RecordLookups;
import io.glebe.core.record.read.RecordPage;
import io.glebe.core.record.rule.RecordRules;
import io.glebe.core.record.rule.draft.RuleInput;
import io.glebe.core.record.rule.draft.RuleSettings;
import io.glebe.core.record.table.RecordKey;
import io.glebe.core.record.table.RecordTable;
import io.glebe.core.record.table.Sql;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.record.write.DeletionPlanner;
import io.glebe.core.record.write.WriteQueue;
import io.glebe.core.record.write.WriteRequest;
import io.glebe.core.record.write.WriteResult;
import io.glebe.core.record.write.WriteSequence;
import io.glebe.core.record.write.WriteStep;
import io.vertx.core.CompositeFuture;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.BiConsumer;

/**
 * The records of all collections:
 *
 * <pre>{@code
 * RecordService records = RecordService.open(database, rules, ReadLimits.of(settings), listener);
 * EntityType field = Catalogue.standard().get("Field");
 * Future<RecordPage> page = records.list(caller, field, ListQuery.first(100));
 * Future<WriteResult> result = records.put(WriteRequest.of(caller, field, id, body));
 * }</pre>
 *
 * <p>Every method checks the permission of the caller; refusals are {@link Problem}s, as failed
 * futures. Futures complete on the caller's event loop.
 */
public final class RecordService {
  private final Database database;
  private final ReadLimits limits;
  private final RecordRules rules;
  private final CursorSeal seal;
  private final RecordLists lists;
  private final PersonViewFilter people;
  private final RecordLookups lookups;
  private final WriteQueue writes;
  private final ChangeListener listener;
  private final String defaultIssuer;

  private RecordService(
      Database database,
      RuleSettings settings,
      ReadLimits limits,
      ChangeListener listener,
      CursorSeal seal) {
    this.limits = limits;
    this.database = database;
    this.rules = new RecordRules(settings);
    this.seal = seal;
    this.people = new PersonViewFilter(database);
    this.lists =
        new RecordLists(
            database, new FeedReader(database, seal, new ReachCache(database), limits.page()));
    this.lookups = new RecordLookups(database);
    this.writes =
        new WriteQueue(database, rules, listener, database.waiters(), database.waitersPerCaller());
    this.listener = listener;
    this.defaultIssuer = settings.defaultIssuer();
  }

  /**
   * Opens the records of a migrated database; creates the key of the cursors on the first start.
   */
  public static Future<RecordService> open(
      Database database, RuleSettings settings, ReadLimits limits, ChangeListener listener) {
    return CursorSeal.open(database)
        .map(seal -> new RecordService(database, settings, limits, listener, seal));
  }

  /** Binds the queue of writes to the meters. */
  public void bind(PlatformMeters meters) {
    writes.bind(meters);
  }

  /** One page of a collection, ordered by updatedAt and id. */
  public Future<RecordPage> list(Caller caller, EntityType type, ListQuery query) {
    return lists.page(caller, type, query);
  }

  /** Pages that are read in other steps. */
  public RecordLists lists() {
    return lists;
  }

  /** The subset of the farms on which the caller works, see {@link WorkedFarms}. */
  public Future<Set<UUID>> workFarms(Caller caller, Set<UUID> farms) {
    return WorkedFarms.among(database, caller, farms);
  }

  /** One record; 404 when it does not exist, 403 when the caller may not read it. */
  public Future<StoredRecord> get(Caller caller, EntityType type, UUID id) {
    return RecordAccess.namesItsOwners(type) && !caller.grants().isLimited()
        ? byOwner(caller, type, id)
        : byReach(caller, type, id).compose(stored -> people.one(caller, type, stored));
  }

  private Future<StoredRecord> byOwner(Caller caller, EntityType type, UUID id) {
    return lookups
        .get(RecordTable.of(type), id)
        .map(
            record -> {
              StoredRecord stored = record.orElseThrow(() -> absent(caller, type, id));
              if (!RecordAccess.mayRead(caller, type, stored)) {
                throw RecordAccess.refusal(RecordAccess.permission(type, Action.READ));
              }
              return stored;
            });
  }

  private static Problem absent(Caller caller, EntityType type, UUID id) {
    var read = RecordAccess.permission(type, Action.READ);
    boolean anywhere =
        Access.mayAnywhere(caller, read)
            || RecordAccess.ownsItself(type) && Access.mayAsSelf(caller, read);
    return anywhere ? new RecordKey(type, id).notFound() : RecordAccess.refusal(read);
  }

  private Future<StoredRecord> byReach(Caller caller, EntityType type, UUID id) {
    ReadReach reach;
    try {
      reach = ReadReach.of(caller, type);
    } catch (Problem refusal) {
      return Future.failedFuture(refusal);
    }
    Sql sql = new Sql().add("select ").add(StoredRecord.COLUMNS).add(", coalesce(");
    ReachSql.condition(sql, type, reach); // null (a record without a creator) counts as false
    sql.add(", false) from ").add(RecordTable.of(type).name()).add(" t where t.id = ").bind(id);
    return database
        .lookUp(sql.text(), sql.values())
        .map(
            rows -> {
              StoredRecord stored =
                  StoredRecord.first(rows).orElseThrow(() -> absent(caller, type, id));
              Row row = rows.iterator().next();
              if (!row.getBoolean(11)) {
                throw RecordAccess.refusal(RecordAccess.permission(type, Action.READ));
              }
              return stored;
            });
  }

  /** Creates the record or replaces it. */
  public Future<WriteResult> put(WriteRequest request) {
    return write(request, RuleInput.Verb.PUT);
  }

  /** Applies a merge patch. */
  public Future<WriteResult> patch(WriteRequest request) {
    return write(request, RuleInput.Verb.PATCH);
  }

  /** Creates the record; values that follow from its references may be left out. */
  public Future<WriteResult> post(WriteRequest request) {
    return write(request.createOnly(), RuleInput.Verb.POST);
  }

  private Future<WriteResult> write(WriteRequest request, RuleInput.Verb verb) {
    Optional<Problem> refusal = AllowedWrites.refusal(request, verb == RuleInput.Verb.PATCH);
    if (refusal.isPresent()) {
      return Future.failedFuture(refusal.get());
    }
    return OutdatedCaller.repeating(
        () ->
            request
                .refreshed()
                .compose(now -> writes.write(now, verb).compose(done -> seen(now, done))));
  }

  /**
   * Does all of these writes or none, in one transaction and in their order, so that a write may
   * refer to the records of earlier ones. All writes have the same person and job; no record occurs
   * twice.
   *
   * @param checkOnly roll back and only return the results
   */
  public Future<List<WriteResult>> writeAll(List<WriteStep> steps, boolean checkOnly) {
    return writeAll(steps, checkOnly, (transaction, caller) -> {});
  }

  /**
   * The same with other statements in the same transaction.
   *
   * @param after runs after the writes, with the caller's current rights; its failure undoes all
   */
  public Future<List<WriteResult>> writeAll(
      List<WriteStep> steps, boolean checkOnly, BiConsumer<Transaction, Caller> after) {
    if (steps.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    for (WriteStep step : steps) {
      Optional<Problem> refusal = AllowedWrites.refusal(step.request(), step.patch());
      if (refusal.isPresent()) {
        return Future.failedFuture(refusal.get());
      }
    }
    return OutdatedCaller.repeating(
        () ->
            each(steps.stream().map(WriteStep::refreshed).toList())
                .compose(now -> writeInTransaction(now, checkOnly, after)));
  }

  private Future<List<WriteResult>> writeInTransaction(
      List<WriteStep> steps, boolean checkOnly, BiConsumer<Transaction, Caller> after) {
    Set<String> touched = new TreeSet<>();
    return database
        .inTransaction(
            transaction -> {
              touched.clear();
              WriteSequence sequence = new WriteSequence(transaction, rules);
              List<WriteResult> results = sequence.run(steps);
              after.accept(transaction, steps.getFirst().request().caller());
              if (checkOnly) {
                throw new WriteSequence.CheckedWrites(results);
              }
              touched.addAll(sequence.touched());
              return results;
            })
        .map(
            results -> {
              notifyListener(touched);
              return results;
            })
        .recover(
            failure ->
                switch (failure) {
                  case WriteSequence.CheckedWrites checked ->
                      Future.succeededFuture(checked.results());
                  case PgException e -> Future.failedFuture(ChangeWriter.refusal(e));
                  default -> Future.failedFuture(failure);
                })
        .compose(results -> seen(steps, results));
  }

  private Future<List<WriteResult>> seen(List<WriteStep> steps, List<WriteResult> results) {
    Future<List<WriteResult>> all = Future.succeededFuture(results);
    for (int i = 0; i < results.size(); i++) {
      WriteRequest request = steps.get(i).request();
      if (!PersonViewFilter.isWhole(request.caller(), request.type())) {
        int at = i;
        all = all.compose(list -> seen(request, list.get(at)).map(one -> with(list, at, one)));
      }
    }
    return all;
  }

  /** The result with the record as the caller may see it. */
  private Future<WriteResult> seen(WriteRequest request, WriteResult result) {
    return PersonViewFilter.isWhole(request.caller(), request.type())
        ? Future.succeededFuture(result)
        : people.one(request.caller(), request.type(), result.stored()).map(result::with);
  }

  private static List<WriteResult> with(List<WriteResult> list, int at, WriteResult one) {
    List<WriteResult> changed = new ArrayList<>(list);
    changed.set(at, one);
    return changed;
  }

  /**
   * Writes an audit entry about something other than a record, as the last statement of its
   * transaction. Call {@link #notifyAuditReaders} after the commit.
   */
  public static void note(Transaction transaction, Caller caller, AuditNote note) {
    AuditNoteWriter.write(
        transaction, AuditTrail.Author.of(caller, Optional.empty(), Optional.empty()), note);
  }

  /** Signals the entry of {@link #note} to readers of the audit log. */
  public void notifyAuditReaders() {
    notifyListener(Set.of(AuditTrail.COLLECTION));
  }

  /** Deletes the record and the records that it owns. */
  public Future<Void> delete(WriteRequest request) {
    return deleteAll(List.of(request));
  }

  /** Deletes all records or none, in one transaction; all requests have the same caller and job. */
  public Future<Void> deleteAll(List<WriteRequest> requests) {
    if (requests.isEmpty()) {
      return Future.succeededFuture();
    }
    for (WriteRequest request : requests) {
      Optional<Problem> refusal = AllowedWrites.refusal(request, false);
      if (refusal.isPresent()) {
        return Future.failedFuture(refusal.get());
      }
    }
    return OutdatedCaller.repeating(
        () ->
            each(requests.stream().map(WriteRequest::refreshed).toList())
                .compose(this::deleteInTransaction));
  }

  private static <T> Future<List<T>> each(List<Future<T>> all) {
    return Future.all(all).map(CompositeFuture::<T>list);
  }

  private Future<Void> deleteInTransaction(List<WriteRequest> requests) {
    Set<String> touched = new TreeSet<>();
    return database
        .inTransaction(transaction -> deleteAll(transaction, requests, touched))
        .map(
            done -> {
              notifyListener(touched);
              return null;
            });
  }

  /**
   * Called before the result is completed, because a handler on the future's own event loop might
   * run later.
   */
  private void notifyListener(Set<String> touched) {
    if (!touched.isEmpty()) {
      listener.changed(Set.copyOf(touched));
    }
  }

  private Void deleteAll(
      Transaction transaction, List<WriteRequest> requests, Set<String> touched) {
    touched.clear();
    touched.add(AuditTrail.COLLECTION);
    List<ChangeWriter.AuditedChange> changes = new ArrayList<>();
    DeletionPlanner planner = new DeletionPlanner(transaction, rules);
    for (WriteRequest request : requests) {
      AuditTrail.Author author = request.author();
      for (Change change : planner.plan(request)) {
        changes.add(new ChangeWriter.AuditedChange(change, author));
        touched.add(change.type().path());
      }
    }
    new ChangeWriter(transaction).write(changes);
    return null;
  }

  CursorSeal seal() {
    return seal;
  }

  /** Issuer of User records that name only a subject; empty for none. */
  public String defaultIssuer() {
    return defaultIssuer;
  }

  /** The limits of a selection, for other readers of the record tables. */
  public ReadLimits limits() {
    return limits;
  }

  public PlatformWrites platformWrites() {
    return new PlatformWrites(database, listener);
  }

  /** The database, for other readers of the record tables in this package. */
  Database database() {
    return database;
  }
}
