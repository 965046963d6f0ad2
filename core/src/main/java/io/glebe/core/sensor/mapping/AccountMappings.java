package io.glebe.core.sensor.mapping;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.json.Json;
import io.glebe.core.thread.SharedCalls;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Caches the mappings of accounts with the ids of their Datastreams, for a limited time and until
 * another process changes the mapping. Holds at most {@value #MAX_REMEMBERED} names; thread-safe.
 */
final class AccountMappings implements AutoCloseable {
  /** Notification topic for changed mappings; the payload is the account. */
  static final String TOPIC = "mqtt_mapping_changed";

  private static final int MAX_REMEMBERED = 200_000;
  private static final Duration AGE = Duration.ofMinutes(1);

  private static final String MAPPING =
      "select mapping::text as mapping from sensor.mqtt_mapping where account = $1";
  private static final String NAMES =
      """
      select farm_id, thing, datastream, datastream_id from sensor.mapped_datastream
      where account = $1
      """;

  private final Database database;
  private final MappingLimits limits;
  private final Notifications.Subscription changes;
  private final Cache<String, Loaded> known =
      Caffeine.newBuilder()
          .maximumWeight(MAX_REMEMBERED)
          .weigher((String account, Loaded loaded) -> 1 + loaded.ids().size())
          .expireAfterWrite(AGE)
          .build();
  private final SharedCalls<String, Loaded> queries = new SharedCalls<>();
  private final AtomicLong generation = new AtomicLong();

  AccountMappings(Database database, Notifications notifications, MappingLimits limits) {
    this.database = database;
    this.limits = limits;
    this.changes = notifications.subscribe(TOPIC, this::forget);
  }

  /**
   * The mapping of an account.
   *
   * @param ids of the Datastreams of names; names that are bound later are added
   */
  record Loaded(Optional<MqttMapping> mapping, Map<DatastreamName, Long> ids) {}

  /** The mapping of the account, without a query when it is cached. */
  Future<Loaded> of(String account) {
    Loaded loaded = known.getIfPresent(account);
    return loaded == null
        ? queries.join(account, () -> load(account))
        : Future.succeededFuture(loaded);
  }

  private Future<Loaded> load(String account) {
    long before = generation.get();
    return database
        .query(MAPPING, account)
        .compose(
            rows ->
                rows.size() == 0
                    ? Future.succeededFuture(new Loaded(Optional.empty(), Map.of()))
                    : database.query(NAMES, account).map(names -> loaded(rows, names)))
        .onSuccess(
            loaded -> {
              if (before == generation.get()) { // otherwise it may have changed since
                known.put(account, loaded);
              }
            });
  }

  private Loaded loaded(RowSet<Row> mapping, RowSet<Row> names) {
    Map<DatastreamName, Long> ids = new ConcurrentHashMap<>();
    names.forEach(
        row ->
            ids.put(
                DatastreamName.stored(
                    row.getUUID("farm_id"), row.getString("thing"), row.getString("datastream")),
                row.getLong("datastream_id")));
    String text = mapping.iterator().next().getString("mapping");
    // a mapping that was stored with higher limits still counts
    return new Loaded(Optional.of(MqttMapping.parse(Json.stored(text), limits.ofStored())), ids);
  }

  private void forget(String account) {
    generation.incrementAndGet();
    if (account.equals(Notifications.GAP)) {
      known.invalidateAll();
    } else {
      known.invalidate(account);
    }
  }

  @Override
  public void close() {
    changes.close();
  }
}
