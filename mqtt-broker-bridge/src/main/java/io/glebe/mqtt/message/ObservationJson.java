package io.glebe.mqtt.message;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.sensor.model.TimeSpan;
import io.glebe.core.sensor.observation.Observation;
import io.glebe.core.sensor.observation.StoredObservation;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Writes observations as JSON for subscribers, in the form of the answers over HTTP. */
public final class ObservationJson {
  private static final String LINK = "@iot.navigationLink";
  private static final int MAX_FRACTION = 6;
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-MM-dd'T'HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, MAX_FRACTION, true)
          .appendLiteral('Z')
          .toFormatter(java.util.Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final String base;

  /**
   * @param base address of the sensor service without a slash at its end
   */
  public ObservationJson(String base) {
    this.base = base;
  }

  /** Returns the observation, with the chosen properties only unless none is chosen. */
  public byte[] of(StoredObservation stored, List<String> select) {
    ObjectNode json = whole(stored);
    if (!select.isEmpty()) {
      Iterator<String> names = json.fieldNames();
      while (names.hasNext()) {
        if (!isSelected(names.next(), select)) {
          names.remove();
        }
      }
    }
    return Json.bytes(json);
  }

  /** Exactly the named members are shown, as over HTTP. */
  private static boolean isSelected(String member, List<String> select) {
    String name =
        member.endsWith(LINK) ? member.substring(0, member.length() - LINK.length()) : member;
    return select.stream()
        .anyMatch(
            chosen ->
                chosen.equals(name)
                    || chosen.startsWith(name + "/")
                    || (chosen.equals("id") && name.equals("@iot.id")));
  }

  private ObjectNode whole(StoredObservation stored) {
    Observation observation = stored.observation();
    String self = base + "/Observations(" + stored.id() + ")";
    ObjectNode json = Json.object().put("@iot.selfLink", self).put("@iot.id", stored.id());
    json.put("phenomenonTime", span(observation.time(), observation.end()));
    observation
        .resultTime()
        .ifPresentOrElse(
            time -> json.put("resultTime", TIME.format(time)), () -> json.putNull("resultTime"));
    json.set("result", observation.result());
    observation.resultQuality().ifPresent(quality -> json.set("resultQuality", quality));
    observation.valid().ifPresent(valid -> json.put("validTime", span(valid)));
    observation.parameters().ifPresent(parameters -> json.set("parameters", parameters));
    json.put("Datastream" + LINK, self + "/Datastream");
    return json.put("FeatureOfInterest" + LINK, self + "/FeatureOfInterest");
  }

  private static String span(TimeSpan span) {
    return span(span.start(), span.end());
  }

  private static String span(Instant start, Optional<Instant> end) {
    String from = TIME.format(start);
    return end.map(until -> from + "/" + TIME.format(until)).orElse(from);
  }
}
