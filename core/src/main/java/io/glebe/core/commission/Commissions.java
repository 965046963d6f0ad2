package io.glebe.core.commission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Access;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.access.Permission;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.database.Database;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.table.Uuids;
import io.glebe.core.record.write.WriteRequest;
import io.glebe.core.record.write.WriteStep;
import io.glebe.core.registry.RegistryAccess;
import io.glebe.core.service.RegisteredService;
import io.glebe.core.service.ServiceAccess;
import io.glebe.core.service.ServiceDirectory;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * The orders of farms to services. A commission has a ProcessingJob record with the same id: it is
 * written in the same transaction, and its end is the end of the commission and of its rights.
 */
public final class Commissions {
  static final EntityType JOB = Catalogue.standard().get("ProcessingJob");

  public static final Permission ORDER = Permission.create("processingJob");
  public static final Permission CANCEL = Permission.update("processingJob");
  public static final Permission READ = Permission.read("processingJob");

  private static final Permission READ_FIELDS = Permission.read("field");

  private final Database database;
  private final RecordService records;
  private final ServiceDirectory services;
  private final CommissionQueue queue;
  private final CommissionSettings settings;
  private final Runnable rightsChanged;

  /**
   * @param rightsChanged called in this process after the rights of a service have changed
   */
  Commissions(
      Database database,
      RecordService records,
      ServiceDirectory services,
      CommissionQueue queue,
      CommissionSettings settings,
      Runnable rightsChanged) {
    this.database = database;
    this.records = records;
    this.services = services;
    this.queue = queue;
    this.settings = settings;
    this.rightsChanged = rightsChanged;
  }

  /** Orders a service; the caller grants no more than he has. */
  public Future<Commission> order(Caller caller, UUID service, ObjectNode body) {
    UUID person =
        caller
            .personId()
            .filter(id -> caller.kind() == CallerKind.PERSON)
            .orElseThrow(() -> Problem.forbidden("only a person may order a commission"));
    CommissionOrder order = CommissionOrder.read(body, settings.order(), Instant.now());
    Access.require(caller, ORDER, order.farm());
    UUID id = Uuids.timeOrdered();
    return RegistryAccess.requireNoApp(database, caller)
        .compose(noApp -> services.service(caller, service))
        .map(ordered -> WriteRequest.of(caller, JOB, id, job(id, ordered, order)).createOnly())
        .compose(
            request ->
                records.writeAll(
                    List.of(new WriteStep(request, false, "the job of the commission")),
                    false,
                    (tx, now) -> insert(tx, now, person, id, service, order)))
        .onSuccess(done -> rightsChanged.run())
        .compose(done -> read(service, id));
  }

  private static ObjectNode job(UUID id, RegisteredService service, CommissionOrder order) {
    ObjectNode doc = Json.object().put("id", id.toString()).put("originType", "USER");
    doc.put("serviceId", service.id().toString()).put("farmId", order.farm().toString());
    doc.put("name", service.name()).put("status", "QUEUED");
    doc.put("plannedAt", order.from().toString());
    doc.set("parameters", order.parameters());
    return doc;
  }

  private void insert(
      Transaction tx, Caller caller, UUID person, UUID id, UUID service, CommissionOrder order) {
    requireGrantable(caller, order);
    requireFields(tx, order);
    if (!ServiceDirectory.locked(tx, service).enabled()) {
      throw Problem.conflict("the service is disabled");
    }
    tx.execute(
        "select pg_advisory_xact_lock(hashtextextended('commissions of ' || $1, 0))",
        order.farm().toString());
    int open =
        tx.first(
                """
                select count(*)::int
                from service.commission
                where farm_id = $1 and state = 'OPEN'
                """,
                order.farm())
            .orElseThrow()
            .getInteger(0);
    if (open >= settings.openOfFarm()) {
      throw Problem.conflict(
          "a farm may have at most " + settings.openOfFarm() + " open commissions");
    }
    tx.execute(
        """
        insert into service.commission (id, service_id, farm_id, field_ids, permissions, parameters,
          starts_at, ends_at, ordered_by)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        """,
        Tuple.tuple()
            .addUUID(id)
            .addUUID(service)
            .addUUID(order.farm())
            .addArrayOfUUID(order.fields().toArray(UUID[]::new))
            .addArrayOfString(
                order.permissions().stream().map(Permission::toString).toArray(String[]::new))
            .addString(Json.write(order.parameters()))
            .addOffsetDateTime(order.from().atOffset(ZoneOffset.UTC))
            .addOffsetDateTime(order.until().atOffset(ZoneOffset.UTC))
            .addUUID(person));
    queue.add(tx, service, id, order.from());
  }

  private static void requireGrantable(Caller caller, CommissionOrder order) {
    Access.require(caller, READ_FIELDS, order.farm());
    List<Violation> late = new ArrayList<>();
    for (Permission permission : order.permissions()) {
      if (!Access.may(caller, permission, order.farm())) {
        throw Problem.forbidden("nobody grants more than he has; you lack " + permission + " here");
      }
      if (caller.grants().farmUntil(permission, order.farm()).isBefore(order.until())) {
        late.add(
            Violation.at("period", "/endsAt", "your permission " + permission + " ends before"));
      }
    }
    if (!late.isEmpty()) {
      throw Problem.invalid(late);
    }
  }

  private static void requireFields(Transaction tx, CommissionOrder order) {
    Set<UUID> ofFarm = new HashSet<>();
    tx.execute(
            "select id from record.fields where id = any($1) and farm_id = $2",
            Tuple.of(order.fields().toArray(UUID[]::new), order.farm()))
        .forEach(row -> ofFarm.add(row.getUUID(0)));
    List<Violation> faults = new ArrayList<>();
    for (int i = 0; i < order.fields().size(); i++) {
      if (!ofFarm.contains(order.fields().get(i))) {
        faults.add(Violation.at("field", "/fieldIds/" + i, "this farm has no field with this id"));
      }
    }
    if (!faults.isEmpty()) {
      throw Problem.invalid(faults);
    }
  }

  private Future<Commission> read(UUID service, UUID id) {
    return database
        .query(CommissionSql.ONE, service, id)
        .map(
            rows -> {
              if (rows.size() == 0) {
                throw Problem.notFound("the service has no such commission");
              }
              return Commission.of(rows.iterator().next());
            });
  }

  /** The commission; for its farm, for its service and for maintainers. */
  public Future<Commission> commission(Caller caller, UUID service, UUID id) {
    return read(service, id)
        .map(
            commission -> {
              if (!mayRead(caller, commission) && !ServiceAccess.maintains(caller)) {
                throw Problem.forbidden(
                    "no role grants " + READ + " on the farm of the commission");
              }
              return commission;
            });
  }

  /** Whether the caller may read what was ordered: the farm or the service, not a maintainer. */
  public static boolean mayRead(Caller caller, Commission commission) {
    return ServiceAccess.isService(caller)
        ? ServiceAccess.is(caller, commission.service())
        : Access.may(caller, READ, commission.farm());
  }

  /**
   * The commissions of a service that the caller may read, in the order of their creation; one more
   * than the limit if there are more.
   *
   * @param after id of the last commission of the page before
   */
  public Future<List<Commission>> commissions(
      Caller caller, UUID service, Optional<UUID> after, int limit) {
    boolean all =
        ServiceAccess.maintains(caller)
            || ServiceAccess.is(caller, service)
            || Access.farms(caller, READ).everything();
    if (!all) {
      Access.requireAnywhere(caller, READ);
    }
    return services
        .service(caller, service)
        .compose(
            known ->
                database.query(
                    CommissionSql.PAGE,
                    Tuple.of(
                        service,
                        after.orElse(new UUID(0, 0)),
                        all,
                        Access.farms(caller, READ).array(),
                        limit + 1)))
        .map(
            rows -> {
              List<Commission> commissions = new ArrayList<>();
              rows.forEach(row -> commissions.add(Commission.of(row)));
              return commissions;
            });
  }

  /**
   * Cancels an open commission: its rights end with the commit. Harmless if it is cancelled
   * already.
   */
  public Future<Commission> cancel(Caller caller, UUID service, UUID id, String reason) {
    ObjectNode patch = Json.object().put("status", "CANCELLED").put("message", reason);
    return read(service, id)
        .compose(
            commission -> {
              Access.require(caller, CANCEL, commission.farm());
              return end(
                  commission,
                  Commission.State.CANCELLED,
                  () -> records.patch(WriteRequest.of(caller, JOB, id, patch)).mapEmpty());
            });
  }

  /** Delivers the dead message of an open commission again. */
  public Future<Commission> deliverAgain(Caller caller, UUID service, UUID id) {
    return read(service, id)
        .compose(
            commission ->
                requireMayDeliver(caller, commission)
                    .map(may -> CommissionEnd.requireOpen(commission)))
        .compose(
            open ->
                database.inTransaction(
                    tx -> {
                      queue.revive(tx, service, id);
                      return id;
                    }))
        .compose(done -> read(service, id));
  }

  /** For the maintainers themselves, and for those who may cancel it, also by an app. */
  private Future<Void> requireMayDeliver(Caller caller, Commission commission) {
    if (Access.mayOnPlatform(caller, ServiceAccess.UPDATE)) {
      return RegistryAccess.requireNoApp(database, caller);
    }
    Access.require(caller, CANCEL, commission.farm());
    return Future.succeededFuture();
  }

  /** Ends a commission by its service; harmless if it has ended in the same way already. */
  public Future<Commission> finish(
      Caller caller, UUID service, UUID id, Commission.State outcome, String message) {
    ServiceAccess.requireItself(caller, service);
    return read(service, id)
        .compose(
            commission ->
                end(
                    commission,
                    outcome,
                    () -> new CommissionEnd(records).finish(caller, commission, outcome, message)));
  }

  /** Ends an open commission; one that has ended in the same way already stays as it is. */
  private Future<Commission> end(
      Commission commission, Commission.State outcome, Supplier<Future<Void>> end) {
    if (commission.state() == outcome) {
      return Future.succeededFuture(commission);
    }
    CommissionEnd.requireOpen(commission);
    return end.get()
        .onSuccess(done -> rightsChanged.run())
        .compose(done -> read(commission.service(), commission.id()));
  }

  /** Notes that the service has taken over the work; called after the acknowledgement. */
  public Future<Commission> started(Caller caller, UUID service, UUID id) {
    return read(service, id)
        .compose(
            commission ->
                commission.state() == Commission.State.OPEN
                    ? new CommissionEnd(records).start(caller, commission).map(commission)
                    : Future.succeededFuture(commission));
  }

  static Problem ended(Commission commission) {
    return Problem.of(
        ProblemType.INVALID_TRANSITION, "the commission is " + commission.state() + " already");
  }
}
