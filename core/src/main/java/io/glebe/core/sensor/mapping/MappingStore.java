package io.glebe.core.sensor.mapping;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/** The stored mappings. Changes are told to all processes. */
public final class MappingStore {
  private final Database database;
  private final MappingLimits limits;

  public MappingStore(Database database, MappingLimits limits) {
    this.database = database;
    this.limits = limits;
  }

  /** The limits of new mappings. */
  public MappingLimits limits() {
    return limits;
  }

  /** The mapping of an account; 404 without one. */
  public Future<MqttMapping> get(String account) {
    return database
        .query("select mapping::text from sensor.mqtt_mapping where account = $1", account)
        .map(
            rows -> {
              if (rows.size() == 0) {
                throw missing();
              }
              return MqttMapping.parse(
                  Json.stored(rows.iterator().next().getString(0)), limits.ofStored());
            });
  }

  /**
   * Sets the mapping of an account; the names that it has stay with their Datastreams. 404 without
   * the account, 422 with all faults of the mapping.
   *
   * @param audit writes the audit entry in the same transaction
   */
  public Future<MqttMapping> put(String account, ObjectNode document, Consumer<Transaction> audit) {
    MqttMapping mapping = MqttMapping.parse(document, limits);
    return database.inTransaction(
        tx -> {
          requireAccount(tx, account);
          requireFarms(tx, mapping.farms());
          tx.update(
              """
              insert into sensor.mqtt_mapping (account, mapping) values ($1, $2::text::json)
              on conflict (account) do update set mapping = excluded.mapping, changed_at = now()
              """,
              account,
              Json.write(document));
          changed(tx, account, audit);
          return mapping;
        });
  }

  /**
   * Deletes the mapping of an account with its names; Things, Datastreams and observations stay.
   * 404 without one.
   *
   * @param audit writes the audit entry in the same transaction
   */
  public Future<Void> delete(String account, Consumer<Transaction> audit) {
    return database
        .inTransaction(
            tx -> {
              if (tx.update("delete from sensor.mqtt_mapping where account = $1", account) == 0) {
                throw missing();
              }
              changed(tx, account, audit);
              return account;
            })
        .mapEmpty();
  }

  private static void changed(Transaction tx, String account, Consumer<Transaction> audit) {
    audit.accept(tx);
    Notifications.publish(tx, AccountMappings.TOPIC, account);
  }

  /** The account stays until the end of the transaction. */
  private static void requireAccount(Transaction tx, String account) {
    boolean exists =
        tx.first("select 1 from identity.service_account where name = $1 for key share", account)
            .isPresent();
    if (!exists) {
      throw Problem.notFound("the service account does not exist");
    }
  }

  private static void requireFarms(Transaction tx, List<Optional<UUID>> farms) {
    UUID[] named = farms.stream().flatMap(Optional::stream).distinct().toArray(UUID[]::new);
    List<UUID> known = new ArrayList<>();
    RowSet<Row> rows =
        tx.execute("select id from record.farms where id = any($1::uuid[])", (Object) named);
    rows.forEach(row -> known.add(row.getUUID(0)));
    List<Violation> faults = new ArrayList<>();
    for (int i = 0; i < farms.size(); i++) {
      if (farms.get(i).filter(farm -> !known.contains(farm)).isPresent()) {
        faults.add(MappingBody.unknownFarm(i));
      }
    }
    if (!faults.isEmpty()) {
      throw Problem.invalid(faults);
    }
  }

  private static Problem missing() {
    return Problem.notFound("the service account has no mapping");
  }
}
