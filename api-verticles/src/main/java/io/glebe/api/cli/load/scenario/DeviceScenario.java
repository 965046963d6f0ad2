package io.glebe.api.cli.load.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A fleet of devices. Most actions are one device that sends a value of each of its datastreams; a
 * tenth are devices that were without a network and send what they have kept, as a data array.
 */
public final class DeviceScenario implements Scenario {
  private static final Duration STEP = Duration.ofSeconds(10);
  private static final int FEWEST_KEPT = 20;
  private static final int MOST_KEPT = 200;
  private static final int OFFLINE_PERCENT = 10;
  private static final double BASE = 18;
  private static final double SPREAD = 12;

  private final List<List<Long>> devices;
  private final Instant start;
  private final SplittableRandom random;

  /**
   * @param devices ids of the datastreams of each device
   * @param start time of the start of the run
   */
  public DeviceScenario(List<List<Long>> devices, Instant start, long seed) {
    this.devices = List.copyOf(devices);
    this.start = start;
    this.random = new SplittableRandom(seed);
  }

  @Override
  public List<LoadRequest> next(long atNanos) {
    int device = random.nextInt(devices.size());
    return random.nextInt(100) < OFFLINE_PERCENT
        ? List.of(kept(device, atNanos))
        : values(device, atNanos);
  }

  private double value() {
    return Math.round((BASE + SPREAD * (random.nextDouble() - 0.5)) * 100) / 100.0;
  }

  private List<LoadRequest> values(int device, long atNanos) {
    List<LoadRequest> requests = new ArrayList<>();
    List<Long> datastreams = devices.get(device);
    for (int stream = 0; stream < datastreams.size(); stream++) {
      double value = value();
      ObjectNode body = Json.object();
      body.put("phenomenonTime", start.plusNanos(atNanos).toString()).put("result", value);
      requests.add(
          post(
              "/sta/v1.1/Datastreams(" + datastreams.get(stream) + ")/Observations",
              body,
              "Observations of device %d, datastream %d: %s".formatted(device, stream, value),
              answer -> LoadRequest.Reading.of("one")));
    }
    return requests;
  }

  private LoadRequest kept(int device, long atNanos) {
    int rows = FEWEST_KEPT + random.nextInt(MOST_KEPT - FEWEST_KEPT);
    List<Long> datastreams = devices.get(device);
    int stream = random.nextInt(datastreams.size());
    ArrayNode groups = Json.array();
    ObjectNode group = groups.addObject();
    group.putObject("Datastream").put("@iot.id", datastreams.get(stream));
    group.putArray("components").add("phenomenonTime").add("result");
    ArrayNode data = group.putArray("dataArray");
    double sum = 0;
    for (int row = 0; row < rows; row++) {
      double value = value();
      sum += value;
      Instant time = start.plusNanos(atNanos).minus(STEP.multipliedBy(rows - row));
      data.addArray().add(time.toString()).add(value);
    }
    return post(
        "/sta/v1.1/CreateObservations",
        groups,
        "CreateObservations of device %d, datastream %d: %d rows, %d hundredths"
            .formatted(device, stream, rows, Math.round(sum * 100)),
        new Rows());
  }

  private static LoadRequest post(
      String path, JsonNode body, String line, LoadRequest.AnswerReader reader) {
    return LoadRequest.post(
        RequestClass.OBSERVATION, Audience.SENSOR, path, body, "POST " + line, reader);
  }

  /** Reads the answer to a data array: a link or an error for each row. */
  private record Rows() implements LoadRequest.AnswerReader {
    @Override
    public LoadRequest.Reading read(LoadAnswer answer) {
      List<String> faults = new ArrayList<>();
      Json.parse(answer.body().getBytes())
          .forEach(
              row -> {
                if (row.asText().startsWith("error")) {
                  faults.add("row refused");
                }
              });
      return new LoadRequest.Reading("array", faults);
    }

    @Override
    public boolean keepsBody() {
      return true;
    }
  }
}
