package io.glebe.core.partner;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Access;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.body.KnownMembers;
import io.glebe.core.catalogue.AuditedThing;
import io.glebe.core.database.Database;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.glebe.core.json.NameUuids;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.RecordSelection;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.audit.AuditNote;
import io.glebe.core.secret.TokenSeal;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.ext.web.client.WebClient;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Connects a user to the partner's platform, lists its data and imports it. Every method blocks;
 * call it on a virtual thread.
 */
public final class PartnerService implements AutoCloseable {
  private static final Permission READ_ORGANIZATIONS = Permission.of("organization:read");
  private static final Permission READ_FARMS = Permission.of("farm:read");
  private static final Permission READ_FIELDS = Permission.of("field:read");
  private static final Permission IMPORT = Permission.of("organization:create");
  private static final KnownMembers GRANT =
      KnownMembers.of("a grant", "code", "redirectUri", "refreshToken");

  /** Longest code or token of a partner. */
  public static final int MAX_GRANT_CHARACTERS = 4000;

  /** Longest id at a partner. */
  public static final int MAX_ID_CHARACTERS = 200;

  /** Most entries of a selection. */
  public static final int MAX_ENTRIES = 10_000;

  /** Interval for finding imports of processes that have died. */
  public static final long CHECK_MILLIS = 30_000;

  /** Cursor value after the last page. */
  private static final String END = "end";

  private final PartnerPlatform platform;
  private final RecordService records;
  private final PartnerOAuth oauth;
  private final PartnerRequests requests;
  private final Connections connections;
  private final PartnerImport imports;
  private final ImportLeases leases;
  private final HttpClient http;
  private final WebClient tokens;
  private final BrokenImports broken;

  /**
   * Constructor arguments.
   *
   * @param soleProcess whether no other process uses this database
   */
  public record Dependencies(
      Vertx vertx, Database database, RecordService records, boolean soleProcess) {}

  /**
   * Creates the service and the ProcessingService of its imports; ends interrupted imports. Blocks.
   */
  public PartnerService(PartnerPlatform platform, TokenSeal seal, Dependencies dependencies) {
    this.platform = platform;
    this.records = dependencies.records();
    http = dependencies.vertx().createHttpClient();
    tokens = WebClient.create(dependencies.vertx());
    InstantSource clock = InstantSource.system();
    oauth =
        new PartnerOAuth(
            tokens,
            platform.token(),
            platform.clientId(),
            platform.clientSecret(),
            platform.timeout(),
            clock);
    requests =
        new PartnerRequests(
            dependencies.vertx(), http, platform.base(), platform.paging(), platform.timeout());
    connections = new Connections(dependencies.database(), oauth, platform, seal, clock);
    imports = new PartnerImport(records, platform.name());
    imports.register();
    leases = new ImportLeases(dependencies.database(), dependencies.vertx(), platform.name());
    if (dependencies.soleProcess()) {
      leases.forgetAll();
    }
    broken = new BrokenImports(records, imports.service());
    broken.end();
  }

  /** Ends the imports of processes that have died; to be repeated. Blocks. */
  public void endInterruptedImports() {
    broken.end();
  }

  @Override
  public void close() {
    tokens.close();
    http.close().await();
  }

  /** The result of connecting; contains no token. */
  public record Connected(ObjectNode document, boolean isNew) {}

  /**
   * Exchanges a grant of the partner, stores the tokens and replaces an earlier connection.
   *
   * @param body {@code code} with {@code redirectUri}, or {@code refreshToken}
   */
  public Connected connect(Caller caller, ObjectNode body) {
    Access.requireAsSelf(caller, IMPORT);
    UUID user = user(caller);
    GRANT.require(body);
    Optional<String> code = text(body, "code");
    Optional<String> refresh = text(body, "refreshToken");
    if (code.isPresent() == refresh.isPresent()) {
      throw invalid("/code", "either code or refreshToken is needed");
    }
    PartnerOAuth.Grant grant =
        code.isPresent()
            ? oauth
                .code(
                    code.get(),
                    text(body, "redirectUri")
                        .orElseThrow(() -> invalid("/redirectUri", "is needed with a code")))
                .await()
            : oauth.refresh(refresh.orElseThrow()).await().orKeeping(refresh.get());
    Connections.Connection current =
        connections.store(user, grant, (tx, made) -> note(tx, caller, user, made)).await();
    records.notifyAuditReaders();
    ObjectNode document =
        Json.object()
            .put("provider", platform.name())
            .put("connectedAt", current.connectedAt().toString())
            .put("expiresAt", current.expiresAt().toString())
            .put("renewable", current.renewable());
    return new Connected(document, current.isNew());
  }

  /** Writes to the audit log of the user, without any part of the grant. */
  private void note(
      Transaction transaction, Caller caller, UUID user, Connections.Connection made) {
    AuditNote.Action action = made.isNew() ? AuditNote.Action.CREATE : AuditNote.Action.UPDATE;
    UUID id = NameUuids.v5(user, "partner-connection/" + platform.name());
    RecordService.note(
        transaction,
        caller,
        new AuditNote(
            action,
            AuditedThing.PARTNER_CONNECTION,
            id,
            platform.name(),
            List.of("grant"),
            Set.of(user)));
  }

  private static Optional<String> text(ObjectNode body, String name) {
    if (!body.has(name)) {
      return Optional.empty();
    }
    String text = body.path(name).isTextual() ? body.path(name).asText() : "";
    if (text.isBlank() || text.length() > MAX_GRANT_CHARACTERS) {
      throw invalid("/" + name, "must be text of at most " + MAX_GRANT_CHARACTERS + " characters");
    }
    return Optional.of(text);
  }

  private static Problem invalid(String pointer, String detail) {
    return Problem.invalid(Violation.at("grant", pointer, detail));
  }

  private static UUID user(Caller caller) {
    Access.requireUser(caller);
    return caller.userId().orElseThrow(() -> Problem.forbidden("only a person can connect"));
  }

  /** Returns a page of the organizations that the partner shows to the user. */
  public ObjectNode organizations(Caller caller, Optional<String> cursor) {
    Access.requireAsSelf(caller, READ_ORGANIZATIONS);
    return page(caller, PartnerClient.Listing.organizations(), cursor);
  }

  /** Returns a page of the farms of an organization. */
  public ObjectNode farms(Caller caller, String organization, Optional<String> cursor) {
    Access.requireAsSelf(caller, READ_FARMS);
    return page(caller, PartnerClient.Listing.farms(organization), cursor);
  }

  /** Returns a page of the fields of a farm, with geometry and area when there is a boundary. */
  public ObjectNode fields(
      Caller caller, String organization, String farm, Optional<String> cursor) {
    Access.requireAsSelf(caller, READ_FIELDS);
    return page(caller, PartnerClient.Listing.fields(organization, farm), cursor);
  }

  /**
   * Returns one of the partner's own pages; the cursor contains the encrypted URL of the next one.
   */
  private ObjectNode page(Caller caller, PartnerClient.Listing listing, Optional<String> cursor) {
    UUID user = user(caller);
    String binding = "partner " + user + " " + listing.path();
    Optional<String> at = cursor.map(text -> RecordSelection.position(records, text, binding));
    PartnerClient.Page page =
        at.filter(END::equals).isPresent()
            ? new PartnerClient.Page(List.of(), Optional.empty())
            : client(user).page(listing, at).await();
    ObjectNode answer = Json.object();
    ArrayNode items = answer.putArray("items");
    page.entities()
        .forEach(
            entity -> {
              ObjectNode item = items.addObject().put("id", entity.id());
              item.setAll(entity.attributes());
            });
    String next = page.next().orElse(END);
    answer.put("nextCursor", RecordSelection.cursor(records, next, binding));
    return answer.put("hasMore", page.next().isPresent());
  }

  private PartnerClient client(UUID user) {
    return new PartnerClient(requests, connections.bearer(user));
  }

  /**
   * Imports the selection in the body and reports the result for each record.
   *
   * @param dryRun only reports, and changes nothing
   * @param reason reason for changes of reported documentation
   */
  public ObjectNode run(Caller caller, ObjectNode body, boolean dryRun, Optional<String> reason) {
    Access.requireAsSelf(caller, IMPORT);
    UUID user = user(caller);
    Selection selection = Selection.of(body);
    connections
        .bearer(user)
        .token()
        .await(); // a missing connection is reported before anything else
    try (ImportLeases.Lease lease = leases.begin(user)) {
      List<PartnerSnapshot.FarmData> snapshot =
          new PartnerSnapshot(client(user), platform.importLimit()).of(selection);
      Caller now =
          caller.now().await(); // permissions may have changed during the partner's requests
      Access.requireAsSelf(now, IMPORT);
      ImportComparison comparison = new ImportComparison(records, now, user, platform.name());
      List<ImportedRecord> plan = comparison.of(snapshot);
      return dryRun
          ? imports.dryRun(comparison, plan, reason)
          : imports.run(lease.job(), comparison, plan, reason, body);
    }
  }
}
