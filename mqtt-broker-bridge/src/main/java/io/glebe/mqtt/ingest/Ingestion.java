package io.glebe.mqtt.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.Sensors;
import io.glebe.core.sensor.device.RefusedMessages;
import io.glebe.core.sensor.entity.EntityReference;
import io.glebe.core.sensor.entity.SensorEntities;
import io.glebe.core.sensor.mapping.MappedMessages;
import io.glebe.core.sensor.observation.Observation;
import io.glebe.core.sensor.observation.ObservationBody;
import io.glebe.core.sensor.observation.ObservationWriter;
import io.glebe.core.sensor.observation.StoredResult;
import io.glebe.core.sensor.query.ResourcePath;
import io.glebe.core.thread.Cause;
import io.glebe.core.trace.Span;
import io.glebe.core.trace.Tracing;
import io.glebe.mqtt.topic.Topic;
import io.glebe.zarr.store.WorkCause;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the observations in messages: {@code ingestion.take(new Message(caller, 1, topic,
 * payload)).onSuccess(verdict -> acknowledge(verdict))}.
 *
 * <p>The future completes after the commit or the refusal. While the database is not available it
 * retries, so a server that limits its messages in progress slows down its senders; it fails only
 * when the process stops, and then nothing may be acknowledged. Thread-safe.
 */
public final class Ingestion implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Ingestion.class);

  private static final long RETRY_MILLIS = 1_000;
  private static final String TRACEPARENT = "traceparent";
  private static final String OBSERVATIONS = "Observations";
  private static final String DATASTREAM = "Datastream";
  private static final String FEATURE = "FeatureOfInterest";
  private static final int BUSY = 503;
  private static final int INTERNAL = 500;

  private final Vertx vertx;
  private final ObservationWriter writer;
  private final SensorEntities entities;
  private final MappedMessages mapped;
  private final MessageCounters counters;
  private final Tracing tracing;
  private final RefusalLog log = new RefusalLog();
  private final RefusedMessages refusals;
  private final List<Consumer<Refusal>> listeners = new CopyOnWriteArrayList<>();
  private volatile boolean closed;

  public Ingestion(Vertx vertx, Sensors sensors, MessageCounters counters, Tracing tracing) {
    this.vertx = vertx;
    this.writer = sensors.writer();
    this.entities = sensors.entities();
    this.mapped = sensors.mapped();
    this.counters = counters;
    this.tracing = tracing;
    this.refusals = sensors.refusals();
  }

  /**
   * A message with an observation.
   *
   * @param caller its permissions apply
   * @param qos quality of service 0 to 2, for the counters
   * @param traceparent of its sender
   */
  public record Message(
      Caller caller, int qos, String topic, byte[] payload, Optional<String> traceparent) {
    /** A message whose sender has no trace. */
    public Message(Caller caller, int qos, String topic, byte[] payload) {
      this(caller, qos, topic, payload, Optional.empty());
    }
  }

  /** What a message asks for. */
  private sealed interface Target {}

  /** An observation of entities that exist. */
  private record Known(long datastream, Observation observation) implements Target {}

  /** An observation with entities that are created together with it. */
  private record Inline(ResourcePath path, ObjectNode body) implements Target {}

  /** What the mapping of the account makes of a topic that the platform does not have. */
  private record Mapped(String topic, byte[] payload, Instant arrival) implements Target {}

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
  public Future<Verdict> take(Message message) {
    if (!tracing.isOn()) {
      return taken(message);
    }
    Optional<Span> span =
        tracing.arrived(
            Span.Kind.CONSUMER,
            "process message",
            name -> name.equals(TRACEPARENT) ? message.traceparent().orElse(null) : null);
    return span.isEmpty() ? taken(message) : traced(span.get(), message);
  }

  private Future<Verdict> traced(Span span, Message message) {
    span.set("messaging.system", "mqtt").set("messaging.mqtt.qos", message.qos());
    return span.around(
        () ->
            taken(message)
                .onSuccess(
                    verdict ->
                        span.set(
                            "glebe.verdict", verdict.outcome().name().toLowerCase(Locale.ROOT))));
  }

  private Future<Verdict> taken(Message message) {
    counters.received(message.qos());
    Target target;
    try {
      target = read(message);
    } catch (Refused refused) {
      writer.counters().countRefused();
      return finish(message, refused.outcome, String.valueOf(refused.getMessage()));
    } catch (RuntimeException e) { // the messages behind it wait for its end
      LOG.error("a message cannot be read", e);
      writer.counters().countRefused();
      return finish(message, MessageOutcome.BAD_PAYLOAD, "the message cannot be read");
    }
    return store(message, target);
  }

  private static Target read(Message message) {
    Optional<Topic> topic = Topic.parse(message.topic());
    if (topic.isEmpty()) {
      if (MappedMessages.hasMapping(message.caller())) {
        return new Mapped(message.topic(), message.payload(), Instant.now());
      }
      throw unknownTopic();
    }
    try {
      return switch (topic.get()) {
        case Topic.Observations one -> of(one, Json.parseObject(message.payload()));
        case Topic.AllObservations all -> named(Json.parseObject(message.payload()));
        case Topic.FeatureObservations one -> about(one, Json.parseObject(message.payload()));
        case Topic.Resource resource -> throw readOnly();
        case Topic.Deep path -> throw readOnly();
        case Topic.Counters counts -> throw readOnly();
        case Topic.Refusals refusals -> throw readOnly();
        case Topic.ServiceMessages messages -> throw readOnly();
      };
    } catch (Problem problem) {
      throw new Refused(MessageOutcome.BAD_PAYLOAD, problem.type().slug());
    }
  }

  /** The topic names the datastream; a payload that names it must name the same. */
  private static Target of(Topic.Observations topic, ObjectNode body) {
    requireSame(body, DATASTREAM, topic.datastream());
    return isInline(body, FEATURE)
        ? new Inline(path("Datastreams(" + topic.datastream() + ")", OBSERVATIONS), body)
        : new Known(topic.datastream(), ObservationBody.parse(body, Instant.now()));
  }

  private static Target named(ObjectNode body) {
    if (isInline(body, DATASTREAM) || isInline(body, FEATURE)) {
      return new Inline(path(OBSERVATIONS), body);
    }
    if (!body.path(DATASTREAM).isObject()) {
      throw new Refused(MessageOutcome.BAD_PAYLOAD, "no Datastream is named");
    }
    long id = EntityReference.id(body.path(DATASTREAM), "/" + DATASTREAM);
    return new Known(id, ObservationBody.parse(body, Instant.now()));
  }

  private static Target about(Topic.FeatureObservations topic, ObjectNode body) {
    requireSame(body, FEATURE, topic.feature());
    body.putObject(FEATURE).put("@iot.id", topic.feature());
    return named(body);
  }

  private static boolean isInline(ObjectNode body, String name) {
    return body.path(name).isObject() && !body.path(name).has("@iot.id");
  }

  private static ResourcePath path(String... segments) {
    return ResourcePath.parse(List.of(segments));
  }

  private static void requireSame(ObjectNode body, String name, long id) {
    JsonNode named = body.path(name);
    if (named.has("@iot.id") && EntityReference.id(named, "/" + name) != id) {
      throw new Refused(
          MessageOutcome.BAD_PAYLOAD, "the payload names another " + name + " than the topic");
    }
  }

  private static Refused unknownTopic() {
    return new Refused(MessageOutcome.UNKNOWN_TOPIC, "the topic does not exist");
  }

  private static Refused readOnly() {
    return new Refused(MessageOutcome.UNKNOWN_TOPIC, "nothing can be published to this topic");
  }

  private Future<Verdict> store(Message message, Target target) {
    if (closed) {
      return stopping();
    }
    if (!writer.hasCapacity()) {
      Supplier<Future<Verdict>> later = Cause.kept(() -> store(message, target));
      return writer.capacity().compose(done -> later.get());
    }
    Function<Throwable, Future<Verdict>> refused =
        WorkCause.kept(failure -> failed(message, target, failure));
    return written(message.caller(), target)
        .compose(
            isNew -> finish(message, isNew ? MessageOutcome.STORED : MessageOutcome.DUPLICATE, ""),
            refused);
  }

  private Future<Boolean> written(Caller caller, Target target) {
    return switch (target) {
      case Known one ->
          writer.write(caller, one.datastream(), one.observation()).map(StoredResult::isNew);
      case Inline one ->
          caller
              .now()
              .compose(now -> entities.create(now, one.path(), one.body().deepCopy()))
              .map(made -> true);
      case Mapped one ->
          mapped
              .store(caller, one.topic(), one.payload(), one.arrival())
              .map(isNew -> isNew.orElseThrow(this::unmapped));
    };
  }

  private Refused unmapped() {
    writer.counters().countRefused();
    return unknownTopic();
  }

  private Future<Verdict> failed(Message message, Target target, Throwable failure) {
    if (failure instanceof Refused refused) {
      return finish(message, refused.outcome, String.valueOf(refused.getMessage()));
    }
    if (failure instanceof Problem problem && problem.status() < INTERNAL) {
      boolean explained = target instanceof Mapped; // by names, and not by parts of the payload
      String detail = explained ? problem.detail() : problem.type().slug();
      return finish(message, outcome(problem), detail);
    }
    if (closed) {
      return stopping();
    }
    boolean busy = failure instanceof Problem problem && problem.status() == BUSY;
    return (busy ? writer.capacity() : Future.<Void>succeededFuture())
        .compose(_ -> vertx.timer(RETRY_MILLIS))
        .compose(WorkCause.kept(rested -> store(message, target)));
  }

  private Future<Verdict> stopping() {
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

  private Future<Verdict> finish(Message message, MessageOutcome outcome, String detail) {
    counters.record(outcome);
    if (!outcome.isStored()) {
      Refusal refusal = Refusal.of(message, outcome, detail);
      log.refused(refusal);
      if (message.caller().kind() == CallerKind.DEVICE) {
        refusals.refused(refusal.counted());
      }
      listeners.forEach(listener -> listener.accept(refusal));
    }
    return Future.succeededFuture(new Verdict(outcome, detail));
  }

  /** Tells the listener of each refused message; it must not block. */
  public void listen(Consumer<Refusal> listener) {
    listeners.add(listener);
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
