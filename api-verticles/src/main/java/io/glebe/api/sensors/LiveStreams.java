package io.glebe.api.sensors;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.ClientDeparture;
import io.glebe.api.http.Reply;
import io.glebe.core.access.Caller;
import io.glebe.core.admission.SharedPlaces;
import io.glebe.core.config.SensorSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.json.Json;
import io.glebe.core.memory.RequestResources;
import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.access.SensorAccess;
import io.glebe.core.sensor.observation.DatastreamInfo;
import io.glebe.core.sensor.observation.ObservationWriter;
import io.glebe.core.sensor.observation.StoredObservation;
import io.glebe.core.sensor.query.ResourcePath;
import io.glebe.core.thread.Awaiting;
import io.vertx.core.Future;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends live observations of a datastream as server-sent events. A stream buffers a limited number
 * of observations for a slow client ({@link WaitingObservations}); beyond that the oldest are
 * dropped and an event {@code gap} is sent. The permission of the caller is checked before each
 * event, and a stream ends after a maximum lifetime.
 */
final class LiveStreams implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LiveStreams.class);
  private static final Duration HEARTBEAT = Duration.ofSeconds(15);
  private static final Duration LIFE = Duration.ofMinutes(10);
  private static final Duration GLANCE = Duration.ofSeconds(1);
  private static final String EVENTS = "text/event-stream";

  private final ObservationWriter writer;
  private final SharedPlaces places;
  private volatile boolean closed;

  LiveStreams(ObservationWriter writer, Settings settings) {
    this.writer = writer;
    this.places =
        new SharedPlaces(
            "live streams",
            settings.get(SensorSettings.LIVE_STREAMS),
            settings.get(SensorSettings.LIVE_STREAMS_PER_CALLER));
  }

  Future<Reply> open(ApiRequest request) {
    long id = ResourcePath.id(request.path("id")).getAsLong();
    SensorAccess.requireKnown(request.caller());
    return writer.datastream(id).map(datastream -> opened(request, datastream));
  }

  private Reply opened(ApiRequest request, DatastreamInfo datastream) {
    SensorAccess.require(
        request.caller(), SensorAccess.READ_OBSERVATIONS, datastream.farm(), datastream.owner());
    if (request.isHead()) {
      return Reply.empty(200).header("Content-Type", EVENTS);
    }
    SharedPlaces.Place place = places.take(request.caller().subjectId());
    RequestResources resources = ClientDeparture.resources(request);
    return Reply.written(
            200, EVENTS, output -> stream(request, datastream, output, place, resources))
        .cache("no-store");
  }

  private void stream(
      ApiRequest request,
      DatastreamInfo datastream,
      OutputStream output,
      SharedPlaces.Place place,
      RequestResources resources)
      throws IOException {
    WaitingObservations waiting = new WaitingObservations(resources.memory());
    try (place;
        var _ = writer.live().listen(group -> offer(group, datastream.id(), waiting), () -> true)) {
      send(output, "retry: 1000\n\n");
      Instant until = Instant.now().plus(LIFE);
      Instant quiet = Instant.now();
      while (!closed && !resources.departure().getAsBoolean() && Instant.now().isBefore(until)) {
        Optional<StoredObservation> next = waiting.poll(GLANCE);
        requireStill(request, datastream);
        if (waiting.takeMissed()) {
          send(output, "event: gap\ndata: {}\n\n");
        }
        if (next.isPresent()) {
          send(output, event(next.get()));
          quiet = Instant.now();
        } else if (quiet.plus(HEARTBEAT).isBefore(Instant.now())) {
          send(output, ": keep-alive\n\n");
          quiet = Instant.now();
        }
      }
    } catch (Problem over) {
      LOG.debug("a live stream ends: {}", over.type());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Checks before each event that the caller may still read the datastream. */
  private static void requireStill(ApiRequest request, DatastreamInfo datastream) {
    Caller now = Awaiting.await(request.callerNow());
    SensorAccess.require(
        now, SensorAccess.READ_OBSERVATIONS, datastream.farm(), datastream.owner());
  }

  private static void offer(
      List<StoredObservation> group, long datastream, WaitingObservations waiting) {
    for (StoredObservation one : group) {
      if (one.datastream().id() == datastream) {
        waiting.offer(one);
      }
    }
  }

  private static String event(StoredObservation one) {
    return "event: observation\nid: " + one.id() + "\ndata: " + json(one) + "\n\n";
  }

  private static String json(StoredObservation stored) {
    ObjectNode body = Json.object().put("@iot.id", stored.id());
    String time = stored.observation().time().toString();
    body.put(
        "phenomenonTime", stored.observation().end().map(end -> time + "/" + end).orElse(time));
    body.set("result", stored.observation().result());
    return Json.write(body);
  }

  private static void send(OutputStream output, String text) throws IOException {
    output.write(text.getBytes(StandardCharsets.UTF_8));
    output.flush();
  }

  @Override
  public void close() {
    closed = true;
  }
}
