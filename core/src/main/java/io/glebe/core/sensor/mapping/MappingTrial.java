package io.glebe.core.sensor.mapping;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.access.Caller;
import io.glebe.core.database.Database;
import io.glebe.core.database.Transaction;
import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.observation.Observation;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Tells what a mapping makes of a message, without storing anything. */
public final class MappingTrial {
  private final Database database;
  private final MappingLimits limits;

  public MappingTrial(Database database, MappingLimits limits) {
    this.database = database;
    this.limits = limits;
  }

  /** What would become of a value. */
  public enum Outcome {
    STORED,
    /** Its Datastream would be created first. */
    CREATED,
    REFUSED
  }

  /**
   * One value of the message.
   *
   * @param datastreamId of the Datastream that exists
   * @param detail why it would be refused; empty otherwise
   */
  public record Value(
      String measure,
      String thing,
      String datastream,
      Observation observation,
      Outcome outcome,
      OptionalLong datastreamId,
      String detail) {}

  /**
   * The outcome of the message.
   *
   * @param values of the payload; none for a message that would be refused before
   * @param refusal why the message would be refused
   */
  public record Result(List<Value> values, Optional<String> refusal) {
    public Result {
      values = List.copyOf(values);
    }
  }

  /** Tries a message of the account with its present rights. */
  public Future<Result> of(Caller account, MqttMapping mapping, String topic, JsonNode payload) {
    Optional<MqttMapping.MappedTopic> mapped = mapping.match(topic);
    if (mapped.isEmpty()) {
      return Future.succeededFuture(refused("the mapping has no template for this topic"));
    }
    try {
      List<MappedValue> values = mapped.get().read(payload, Instant.now(), limits.values());
      return database.inTransaction(tx -> result(tx, account, values));
    } catch (Problem refused) {
      return Future.succeededFuture(refused(refused.detail()));
    }
  }

  private static Result refused(String detail) {
    return new Result(List.of(), Optional.of(detail));
  }

  private Result result(Transaction tx, Caller account, List<MappedValue> values) {
    DatastreamNames names = new DatastreamNames(tx, account, limits.datastreams());
    List<Value> tried = new ArrayList<>();
    values.forEach(value -> tried.add(tried(names, value)));
    return new Result(
        tried,
        tried.stream()
            .filter(one -> one.outcome() == Outcome.REFUSED)
            .map(Value::detail)
            .findFirst());
  }

  private static Value tried(DatastreamNames names, MappedValue value) {
    try {
      return switch (names.find(value)) {
        case DatastreamNames.Existing one ->
            tried(value, Outcome.STORED, OptionalLong.of(one.datastream().id()), "");
        case DatastreamNames.Missing one -> tried(value, Outcome.CREATED, OptionalLong.empty(), "");
      };
    } catch (Problem refused) {
      return tried(value, Outcome.REFUSED, OptionalLong.empty(), refused.detail());
    }
  }

  private static Value tried(
      MappedValue value, Outcome outcome, OptionalLong datastream, String detail) {
    return new Value(
        value.measure().name(),
        value.thing(),
        value.datastream(),
        value.observation(),
        outcome,
        datastream,
        detail);
  }
}
