package io.glebe.mqtt.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.observation.Observation;
import io.glebe.core.sensor.observation.ObservationBody;
import io.glebe.core.sensor.observation.ObservationWriter;
import io.glebe.mqtt.topic.Topic;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Instant;
import java.util.Optional;

/**
 * Stores the observations in messages: {@code ingestion.take(new Message(caller, 1, topic,
 * payload)).onSuccess(outcome -> acknowledge(outcome))}.
 *
 * <p>The future completes after the commit or the refusal. While the database is not available it
 * retries, so a server that limits its messages in progress slows down its senders; it fails only
 * when the process stops, and then nothing may be acknowledged. Thread-safe.
 */
public final class Ingestion implements AutoCloseable {
  private static final long RETRY_MILLIS = 1_000;
  private static final int BUSY = 503;
  private static final int INTERNAL = 500;

  private final Vertx vertx;
  private final ObservationWriter writer;
  private final MessageCounters counters;
  private final RefusalLog log = new RefusalLog();
  private volatile boolean closed;

  public Ingestion(Vertx vertx, ObservationWriter writer, MessageCounters counters) {
    this.vertx = vertx;
    this.writer = writer;
    this.counters = counters;
  }

  /**
   * A message with an observation.
   *
   * @param caller its permissions apply
   * @param qos quality of service 0 to 2, for the counters
   */
  public record Message(Caller caller, int qos, String topic, byte[] payload) {}

  private record Target(long datastream, Observation observation) {}

  /** A refusal that needs no query. */
  private static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final MessageOutcome outcome;

    Refused(MessageOutcome outcome, String detail) {
      super(detail, null, false, false);
      this.outcome = outcome;
    }
  }

  /** Stores the observation of a message. */
  public Future<MessageOutcome> take(Message message) {
    counters.received(message.qos());
    Target target;
    try {
      target = read(message);
    } catch (Refused refused) {
      writer.counters().countRefused();
      return finish(message, refused.outcome, String.valueOf(refused.getMessage()));
    }
    return store(message, target);
  }

  private static Target read(Message message) {
    Optional<Topic> topic = Topic.parse(message.topic());
    if (topic.isEmpty()) {
      throw new Refused(MessageOutcome.UNKNOWN_TOPIC, "the topic does not exist");
    }
    try {
      return switch (topic.get()) {
        case Topic.Observations one ->
            new Target(one.datastream(), ObservationBody.parse(message.payload(), Instant.now()));
        case Topic.AllObservations all -> named(Json.parseObject(message.payload()));
        case Topic.Datastreams datastreams -> throw readOnly();
        case Topic.Counters counts -> throw readOnly();
      };
    } catch (Problem problem) {
      throw new Refused(MessageOutcome.BAD_PAYLOAD, problem.type().slug());
    }
  }

  private static Target named(ObjectNode body) {
    JsonNode id = body.path("Datastream").path("@iot.id");
    if (!id.isIntegralNumber() || !id.canConvertToLong()) {
      throw new Refused(MessageOutcome.BAD_PAYLOAD, "no Datastream is named");
    }
    return new Target(id.longValue(), ObservationBody.parse(body, Instant.now()));
  }

  private static Refused readOnly() {
    return new Refused(MessageOutcome.UNKNOWN_TOPIC, "nothing can be published to this topic");
  }

  private Future<MessageOutcome> store(Message message, Target target) {
    if (closed) {
      return stopping();
    }
    if (!writer.hasCapacity()) {
      return writer.capacity().compose(done -> store(message, target));
    }
    return writer
        .write(message.caller(), target.datastream(), target.observation())
        .compose(
            stored ->
                finish(
                    message, stored.isNew() ? MessageOutcome.STORED : MessageOutcome.DUPLICATE, ""),
            failure -> failed(message, target, failure));
  }

  private Future<MessageOutcome> failed(Message message, Target target, Throwable failure) {
    if (failure instanceof Problem problem && problem.status() < INTERNAL) {
      return finish(message, outcome(problem), problem.type().slug());
    }
    if (closed) {
      return stopping();
    }
    boolean busy = failure instanceof Problem problem && problem.status() == BUSY;
    return (busy ? writer.capacity() : Future.<Void>succeededFuture())
        .compose(_ -> vertx.timer(RETRY_MILLIS))
        .compose(rested -> store(message, target));
  }

  private Future<MessageOutcome> stopping() {
    counters.abandoned();
    return Future.failedFuture(new IllegalStateException("stopping"));
  }

  private static MessageOutcome outcome(Problem problem) {
    return switch (problem.status()) {
      case 404 -> MessageOutcome.UNKNOWN_DATASTREAM;
      case 401, 403 -> MessageOutcome.NOT_ALLOWED;
      case 400, 413, 422 -> MessageOutcome.BAD_PAYLOAD;
      default -> MessageOutcome.NOT_STORABLE;
    };
  }

  private Future<MessageOutcome> finish(Message message, MessageOutcome outcome, String detail) {
    counters.record(outcome);
    if (!outcome.isStored()) {
      log.refused(outcome, message.caller().toString(), detail);
    }
    return Future.succeededFuture(outcome);
  }

  /** Returns whether servers should continue reading. */
  public boolean hasCapacity() {
    return writer.hasCapacity();
  }

  /** Completes when servers should continue reading. */
  public Future<Void> capacity() {
    return writer.capacity();
  }

  /** Returns the counters of all messages. */
  public MessageCounters counters() {
    return counters;
  }

  /** Stops retrying. */
  @Override
  public void close() {
    closed = true;
  }
}
