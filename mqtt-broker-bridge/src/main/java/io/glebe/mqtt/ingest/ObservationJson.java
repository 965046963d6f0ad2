package io.glebe.mqtt.ingest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.sensor.model.TimeSpan;
import io.glebe.core.sensor.observation.Observation;
import io.glebe.core.sensor.observation.StoredObservation;
import java.time.Instant;
import java.util.Optional;

/** Writes observations as JSON for subscribers. */
public final class ObservationJson {
  private ObservationJson() {}

  /** Returns the observation with the id of its datastream. */
  public static byte[] of(StoredObservation stored) {
    ObjectNode json = body(stored);
    json.putObject("Datastream").put("@iot.id", stored.datastream().id());
    return Json.bytes(json);
  }

  /** Returns the datastream with its new observation. */
  public static byte[] datastream(StoredObservation stored) {
    ObjectNode json = Json.object().put("@iot.id", stored.datastream().id());
    json.putArray("Observations").add(body(stored));
    return Json.bytes(json);
  }

  private static ObjectNode body(StoredObservation stored) {
    Observation observation = stored.observation();
    ObjectNode json = Json.object().put("@iot.id", stored.id());
    json.put("phenomenonTime", span(observation.time(), observation.end()));
    json.set("result", observation.result());
    observation.resultTime().ifPresent(time -> json.put("resultTime", time.toString()));
    observation.resultQuality().ifPresent(quality -> json.set("resultQuality", quality));
    observation.valid().ifPresent(valid -> json.put("validTime", span(valid)));
    observation.parameters().ifPresent(parameters -> json.set("parameters", parameters));
    return json;
  }

  private static String span(TimeSpan span) {
    return span(span.start(), span.end());
  }

  private static String span(Instant start, Optional<Instant> end) {
    return end.map(until -> start + "/" + until).orElse(start.toString());
  }
}
