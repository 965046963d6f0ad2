package io.glebe.api.service;

import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.ClientDeparture;
import io.glebe.api.http.Reply;
import io.glebe.core.access.Caller;
import io.glebe.core.admission.SharedPlaces;
import io.glebe.core.commission.CommissionMessage;
import io.glebe.core.commission.CommissionQueue;
import io.glebe.core.commission.QueueSignals;
import io.glebe.core.config.ServiceSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.service.ServiceAccess;
import io.glebe.core.thread.Awaiting;
import io.glebe.core.thread.Departure;
import io.vertx.core.Future;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the messages of a service as server-sent events, whose ids are their positions. A stream
 * reads the queue when it is notified, holds one page of messages, and ends with the token of the
 * service and after {@link #LIFE}; the client continues with its last event id.
 */
final class MessageStreams implements AutoCloseable {
  static final String EVENTS = "text/event-stream";

  private static final Logger LOG = LoggerFactory.getLogger(MessageStreams.class);
  private static final Duration HEARTBEAT = Duration.ofSeconds(15);
  private static final Duration LIFE = Duration.ofMinutes(10);

  /** Interval of the checks whether the service may still read. */
  private static final Duration GLANCE = Duration.ofSeconds(1);

  private static final int PAGE = 10;

  private final CommissionQueue queue;
  private final SharedPlaces places;
  private final QueueSignals signals;
  private volatile boolean closed;

  MessageStreams(CommissionQueue queue, QueueSignals signals, Settings settings) {
    this.queue = queue;
    this.signals = signals;
    places =
        new SharedPlaces(
            "streams of messages",
            settings.get(ServiceSettings.STREAMS),
            settings.get(ServiceSettings.STREAMS_OF_SERVICE));
  }

  /**
   * Opens a stream; 403 for any caller but the service, 429 for too many streams of the service,
   * 503 for too many of all services.
   *
   * @param after position of the last message that the service has
   */
  Future<Reply> open(ApiRequest request, UUID service, long after) {
    ServiceAccess.requireItself(request.caller(), service);
    if (request.isHead()) {
      return Future.succeededFuture(Reply.empty(200).header("Content-Type", EVENTS));
    }
    SharedPlaces.Place place = places.take(request.caller().subjectId());
    Departure departure = ClientDeparture.of(request);
    return Future.succeededFuture(
        Reply.written(
                200,
                EVENTS,
                output -> {
                  try (place) {
                    stream(request, service, after, output, departure);
                  }
                })
            .cache("no-store"));
  }

  private void stream(
      ApiRequest request, UUID service, long after, OutputStream output, Departure departure)
      throws IOException {
    Instant until = Instant.now().plus(LIFE);
    Instant quiet = Instant.now();
    long position = after;
    try (QueueSignals.Signal signal = signals.of(service)) {
      send(output, "retry: 1000\n\n");
      while (!closed && !departure.getAsBoolean() && Instant.now().isBefore(until)) {
        boolean changed = signal.await(GLANCE);
        Caller caller = Awaiting.await(request.callerNow());
        if (changed) {
          List<CommissionMessage> messages =
              Awaiting.await(queue.receive(caller, service, position, PAGE));
          for (CommissionMessage message : messages) {
            position = message.position();
            send(output, event(message));
          }
          if (messages.size() == PAGE) {
            signal.raise();
          }
          quiet = Instant.now();
        } else if (quiet.plus(HEARTBEAT).isBefore(Instant.now())) {
          send(output, ": keep-alive\n\n");
          quiet = Instant.now();
        }
      }
    } catch (Problem over) {
      LOG.debug("a stream of messages ends: {}", over.type());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String event(CommissionMessage message) {
    String data = Json.write(CommissionJson.of(message));
    return "event: message\nid: " + message.position() + "\ndata: " + data + "\n\n";
  }

  private static void send(OutputStream output, String text) throws IOException {
    output.write(text.getBytes(StandardCharsets.UTF_8));
    output.flush();
  }

  /** Ends all streams. */
  @Override
  public void close() {
    closed = true;
    signals.close();
  }
}
