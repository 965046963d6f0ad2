package io.glebe.core.viewer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Access;
import io.glebe.core.access.Caller;
import io.glebe.core.access.OutdatedCaller;
import io.glebe.core.catalogue.AuditedThing;
import io.glebe.core.config.Settings;
import io.glebe.core.config.ViewerSettings;
import io.glebe.core.cube.collection.CollectionService;
import io.glebe.core.database.Database;
import io.glebe.core.database.Transaction;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.audit.AuditNote;
import io.glebe.core.registry.RegistryAccess;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * Makes, lists and revokes tokens for viewers. Whoever may read collections makes tokens for their
 * pictures; creation and end are in the audit log.
 */
public final class ViewerTokenService {
  private final Database database;
  private final ViewerTokens tokens;
  private final CollectionService collections;
  private final RecordService records;
  private final ViewerTokenOrder.Bounds bounds;
  private final int most;
  private final InstantSource clock;

  public ViewerTokenService(
      Database database,
      ViewerTokens tokens,
      CollectionService collections,
      RecordService records,
      Settings settings,
      InstantSource clock) {
    this.database = database;
    this.tokens = tokens;
    this.collections = collections;
    this.records = records;
    this.bounds =
        new ViewerTokenOrder.Bounds(
            settings.get(ViewerSettings.COLLECTIONS), settings.get(ViewerSettings.LONGEST));
    this.most = settings.get(ViewerSettings.TOKENS);
    this.clock = clock;
  }

  /** Most collections of one token. */
  public int mostCollections() {
    return bounds.collections();
  }

  /**
   * Makes a token for collections that the caller may read; 422 with all faults, 403 for a caller
   * without a User record or without a sign-in and for a registered app, whose tokens would outlive
   * the consent of the person, 409 beyond the number of tokens.
   */
  public Future<ViewerToken.Issued> issue(Caller caller, ObjectNode body) {
    ViewerTokenOrder order = ViewerTokenOrder.read(body, bounds, clock.instant());
    Access.requireUser(caller);
    if (caller.clientId().isEmpty()) {
      // a hashed token would leave tokens behind when it is revoked
      throw Problem.forbidden("a token for viewers is made with the token of a sign-in");
    }
    return RegistryAccess.requireNoApp(database, caller)
        .compose(person -> OutdatedCaller.repeating(() -> issueNow(caller, order)))
        .onSuccess(done -> records.notifyAuditReaders());
  }

  private Future<ViewerToken.Issued> issueNow(Caller caller, ViewerTokenOrder order) {
    return caller
        .now()
        .compose(
            now ->
                requireReadable(now, order.collections())
                    .compose(readable -> database.inTransaction(tx -> issue(tx, now, order))));
  }

  private ViewerToken.Issued issue(Transaction tx, Caller caller, ViewerTokenOrder order) {
    ViewerToken.Issued issued = tokens.issue(tx, caller, order, most);
    note(tx, caller, issued.token(), AuditNote.Action.CREATE, List.of("collections", "expiresAt"));
    caller.requireCurrent();
    return issued;
  }

  private static void note(
      Transaction tx,
      Caller caller,
      ViewerToken token,
      AuditNote.Action action,
      List<String> changed) {
    RecordService.note(
        tx,
        caller,
        new AuditNote(
            action,
            AuditedThing.VIEWER_TOKEN,
            token.id(),
            token.name(),
            changed,
            Set.of(token.user())));
  }

  /** Does not tell an unknown collection from one out of reach. */
  private Future<Void> requireReadable(Caller caller, List<String> ids) {
    List<Future<Boolean>> found = new ArrayList<>();
    for (String id : ids) {
      found.add(
          collections
              .read(caller, id)
              .map(true)
              .recover(
                  failure ->
                      failure instanceof Problem problem && problem.status() < 500
                          ? Future.succeededFuture(false)
                          : Future.failedFuture(failure)));
    }
    return Future.all(found)
        .map(
            done -> {
              List<Violation> faults = new ArrayList<>();
              for (int i = 0; i < found.size(); i++) {
                if (!found.get(i).result()) {
                  faults.add(
                      Violation.at(
                          "collection", "/collections/" + i, "is no collection that you may read"));
                }
              }
              if (!faults.isEmpty()) {
                throw Problem.invalid(faults);
              }
              return null;
            });
  }

  /** The valid tokens of the caller, newest first. */
  public Future<List<ViewerToken>> own(Caller caller) {
    Access.requireUser(caller);
    return tokens.of(caller.userId().orElseThrow(), ViewerSettings.MAX_LISTED);
  }

  /** The valid tokens of all people that show a collection; 403 unless the caller may share it. */
  public Future<List<ViewerToken>> showing(Caller caller, String collection) {
    return collections
        .requireShared(caller, collection)
        .compose(may -> tokens.showing(collection, ViewerSettings.MAX_LISTED));
  }

  /**
   * Ends a token, in this process before the future completes, in others when they are notified.
   * For its maker, for who may share one of its collections, and for administrators; 404 otherwise.
   */
  public Future<Void> revoke(Caller caller, UUID id) {
    Access.requireUser(caller);
    return tokens
        .find(id)
        .compose(
            found ->
                found.isEmpty()
                    ? Future.failedFuture(missing())
                    : mayEnd(caller, found.get())
                        .compose(
                            may ->
                                may ? end(caller, found.get()) : Future.failedFuture(missing())));
  }

  private static Problem missing() {
    return Problem.notFound("there is no such token");
  }

  private Future<Boolean> mayEnd(Caller caller, ViewerToken token) {
    if (caller.userId().filter(token.user()::equals).isPresent()
        || caller.grants().isAdministrator()) {
      return Future.succeededFuture(true);
    }
    List<Future<Boolean>> shared = new ArrayList<>();
    for (String collection : token.collections()) {
      shared.add(collections.mayShare(caller, collection));
    }
    return Future.all(shared).map(done -> shared.stream().anyMatch(Future::result));
  }

  private Future<Void> end(Caller caller, ViewerToken token) {
    return database
        .inTransaction(
            tx -> {
              if (ViewerTokens.revoke(tx, token.id())) {
                note(tx, caller, token, AuditNote.Action.DELETE, List.of());
              }
              return true;
            })
        .map(
            done -> {
              tokens.ended();
              records.notifyAuditReaders();
              return null;
            });
  }
}
