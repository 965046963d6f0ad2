package io.glebe.core.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Access;
import io.glebe.core.access.Caller;
import io.glebe.core.access.ServiceIdentity;
import io.glebe.core.catalogue.AuditedThing;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.config.ServiceSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.database.Database;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.audit.AuditNote;
import io.glebe.core.record.table.Uuids;
import io.glebe.core.record.write.EndpointGrant;
import io.glebe.core.record.write.WriteRequest;
import io.glebe.core.record.write.WriteStep;
import io.glebe.core.registry.RegistryAccess;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The services of the registry, and the work of maintainers. Each service has a ProcessingService
 * record with the same id, written in the same transaction, so that the audit log shows each step.
 */
public final class ServiceDirectory {

  private static final EntityType RECORD = Catalogue.standard().get("ProcessingService");
  private static final UUID FIRST = new UUID(0, 0);

  private static final String ONE =
      """
      select %s
      %s
      where s.id = $1\
      """
          .formatted(RegisteredService.COLUMNS, RegisteredService.FROM);

  private static final String PAGE =
      """
      select %s
      %s
      where s.id > $1
      order by s.id
      limit $2
      """
          .formatted(RegisteredService.COLUMNS, RegisteredService.FROM);

  /**
   * A new service.
   *
   * @param secret shown only here; empty for a service with a public key
   */
  public record Onboarded(RegisteredService service, Optional<String> secret) {
    /** Without the secret. */
    @Override
    public String toString() {
      return "Onboarded[" + service.id() + "]";
    }
  }

  private final Database database;
  private final RecordService records;
  private final ServiceTokens tokens;
  private final int maxServices;
  private final int maxOfMaintainer;

  ServiceDirectory(
      Database database, RecordService records, ServiceTokens tokens, Settings settings) {
    this.database = database;
    this.records = records;
    this.tokens = tokens;
    maxServices = settings.get(ServiceSettings.SERVICES);
    maxOfMaintainer = settings.get(ServiceSettings.SERVICES_PER_MAINTAINER);
  }

  /** Creates a service with its credentials. */
  public Future<Onboarded> onboard(Caller caller, ObjectNode body) {
    UUID maintainer = ServiceAccess.maintainer(caller, ServiceAccess.CREATE);
    ServiceOrder order = ServiceOrder.read(body);
    UUID id = Uuids.timeOrdered();
    Optional<String> secret =
        order.publicKey().isPresent() ? Optional.empty() : Optional.of(ServiceSecrets.fresh());
    ObjectNode doc = attributes(order);
    doc.put("id", id.toString()).put("originType", "USER");
    doc.put("provider", order.name()).put("status", "ACTIVE");
    doc.put("serviceClientId", ServiceIdentity.clientId(id));
    WriteRequest creation = WriteRequest.of(caller, RECORD, id, doc).createOnly();
    return RegistryAccess.requireNoApp(database, caller)
        .compose(
            noApp -> write(creation, false, (tx, now) -> insert(tx, id, maintainer, order, secret)))
        .compose(done -> read(id))
        .map(service -> new Onboarded(service, secret));
  }

  private static ObjectNode attributes(ServiceOrder order) {
    ObjectNode doc = Json.object().put("name", order.name());
    return order.description().isEmpty() ? doc : doc.put("description", order.description());
  }

  private void insert(
      Transaction tx, UUID id, UUID maintainer, ServiceOrder order, Optional<String> secret) {
    tx.execute("select pg_advisory_xact_lock(hashtextextended('services', 0))");
    requirePlace(tx, maintainer);
    tx.execute(
        """
        insert into service.service (id, secret_digest, public_key, created_by)
        values ($1, $2, $3, $4)
        """,
        id,
        secret.map(ServiceSecrets::digest).orElse(null),
        order.publicKey().map(Json::write).orElse(null),
        maintainer);
  }

  private void requirePlace(Transaction tx, UUID maintainer) {
    String count =
        "select count(*)::int, (count(*) filter (where created_by = $1))::int from service.service";
    Row services = tx.first(count, maintainer).orElseThrow();
    if (services.getInteger(0) >= maxServices) {
      throw Problem.conflict("the registry may have at most " + maxServices + " services");
    }
    if (services.getInteger(1) >= maxOfMaintainer) {
      throw Problem.conflict("a maintainer may have made at most " + maxOfMaintainer + " services");
    }
  }

  private Future<Void> write(
      WriteRequest request, boolean patch, BiConsumer<Transaction, Caller> more) {
    return records
        .writeAll(List.of(new WriteStep(request, patch, "the record of the service")), false, more)
        .mapEmpty();
  }

  /**
   * Replaces name, description and public key. A service keeps its secret while it has no public
   * key; its tokens end when the key is another.
   */
  public Future<RegisteredService> replace(Caller caller, UUID id, ObjectNode body) {
    ServiceAccess.maintainer(caller, ServiceAccess.UPDATE);
    ServiceOrder order = ServiceOrder.read(body);
    ObjectNode patch = Json.object().put("name", order.name());
    patch.put("provider", order.name());
    if (order.description().isEmpty()) {
      patch.putNull("description");
    } else {
      patch.put("description", order.description());
    }
    return change(caller, id, patch, Optional.empty(), tx -> key(tx, id, order));
  }

  private static void key(Transaction tx, UUID id, ServiceOrder order) {
    RegisteredService now = locked(tx, id);
    if (order.publicKey().equals(now.publicKey())) {
      return;
    }
    if (order.publicKey().isEmpty()) {
      throw Problem.conflict("ask for a secret to replace the public key of the service");
    }
    tx.execute(
        "update service.service set public_key = $2, secret_digest = null where id = $1",
        id,
        Json.write(order.publicKey().get()));
    ServiceTokens.end(tx, id);
  }

  /** Changes service and record; the steps run in the transaction of the record. */
  private Future<RegisteredService> change(
      Caller caller,
      UUID id,
      ObjectNode patch,
      Optional<String> reason,
      Consumer<Transaction> steps) {
    WriteRequest request =
        WriteRequest.of(caller, RECORD, id, patch)
            .withReason(reason)
            .withGrant(EndpointGrant.ADMINISTRATION);
    return RegistryAccess.requireNoApp(database, caller)
        .compose(noApp -> read(id))
        .compose(exists -> write(request, true, (tx, now) -> steps.accept(tx)))
        .compose(done -> read(id))
        .onSuccess(service -> tokens.ended());
  }

  /** Disables a service: its tokens and its rights end with the commit. */
  public Future<RegisteredService> disable(Caller caller, UUID id, String reason) {
    UUID maintainer = ServiceAccess.maintainer(caller, ServiceAccess.UPDATE);
    return change(
        caller,
        id,
        Json.object().put("status", "SUSPENDED"),
        Optional.of(reason),
        tx -> disable(tx, id, maintainer, reason));
  }

  private static void disable(Transaction tx, UUID id, UUID maintainer, String reason) {
    if (!locked(tx, id).enabled()) {
      throw Problem.conflict("the service is disabled already");
    }
    tx.execute(
        """
        update service.service
        set enabled = false, disabled_by = $2, disabled_at = now(), disabled_reason = $3
        where id = $1
        """,
        id,
        maintainer,
        reason);
    ServiceTokens.end(tx, id);
  }

  /** Enables a service again; it needs new tokens. */
  public Future<RegisteredService> enable(Caller caller, UUID id) {
    ServiceAccess.maintainer(caller, ServiceAccess.UPDATE);
    return change(
        caller,
        id,
        Json.object().put("status", "ACTIVE"),
        Optional.empty(),
        tx -> {
          if (locked(tx, id).enabled()) {
            throw Problem.conflict("the service is enabled already");
          }
          tx.execute(
              """
              update service.service
              set enabled = true, disabled_by = null, disabled_at = null, disabled_reason = null
              where id = $1
              """,
              id);
        });
  }

  /** Gives the service a new secret in place of its secret or key, and ends its tokens. */
  public Future<Onboarded> renewSecret(Caller caller, UUID id) {
    ServiceAccess.maintainer(caller, ServiceAccess.UPDATE);
    String secret = ServiceSecrets.fresh();
    return RegistryAccess.requireNoApp(database, caller)
        .compose(noApp -> read(id))
        .compose(service -> database.inTransaction(tx -> renewed(tx, caller, service, secret)))
        .onSuccess(done -> records.notifyAuditReaders())
        .onSuccess(done -> tokens.ended())
        .compose(done -> read(id))
        .map(service -> new Onboarded(service, Optional.of(secret)));
  }

  /** The audit log is locked before the service, as by writes of records. */
  private static UUID renewed(
      Transaction tx, Caller caller, RegisteredService service, String secret) {
    RecordService.note(
        tx,
        caller,
        new AuditNote(
            AuditNote.Action.UPDATE,
            AuditedThing.REGISTERED_SERVICE,
            service.id(),
            service.name(),
            List.of("secret"),
            Set.of()));
    tx.execute(
        "update service.service set secret_digest = $2, public_key = null where id = $1",
        service.id(),
        ServiceSecrets.digest(secret));
    ServiceTokens.end(tx, service.id());
    return service.id();
  }

  /** The service, locked until the transaction ends; 404 if there is none. */
  public static RegisteredService locked(Transaction tx, UUID id) {
    return tx.first(ONE + " for update of s", id)
        .map(RegisteredService::of)
        .orElseThrow(ServiceDirectory::noService);
  }

  private Future<RegisteredService> read(UUID id) {
    return database
        .query(ONE, id)
        .map(rows -> rows.size() == 0 ? Optional.<Row>empty() : Optional.of(rows.iterator().next()))
        .map(row -> row.map(RegisteredService::of).orElseThrow(ServiceDirectory::noService));
  }

  private static Problem noService() {
    return Problem.notFound("there is no such service");
  }

  /** The service; for maintainers, for those who may commission it, and for itself. */
  public Future<RegisteredService> service(Caller caller, UUID id) {
    if (!ServiceAccess.isService(caller)) {
      requireReader(caller);
    } else {
      ServiceAccess.requireItself(caller, id);
    }
    return read(id);
  }

  private static void requireReader(Caller caller) {
    if (!ServiceAccess.maintains(caller)) {
      Access.requireAnywhere(caller, ServiceAccess.BROWSE);
    }
  }

  /**
   * Services in the order of their onboarding, one more than the limit if there are more.
   *
   * @param after id of the last service of the page before
   */
  public Future<List<RegisteredService>> services(Caller caller, Optional<UUID> after, int limit) {
    requireReader(caller);
    return database
        .query(PAGE, after.orElse(FIRST), limit + 1)
        .map(
            rows -> {
              List<RegisteredService> services = new ArrayList<>();
              rows.forEach(row -> services.add(RegisteredService.of(row)));
              return services;
            });
  }
}
