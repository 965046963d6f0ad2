package io.glebe.api.cli.load.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The report of a run. Latencies are milliseconds from the time at which a request was due, also
 * when it was sent later.
 *
 * @param format {@value #FORMAT}
 * @param sequence fingerprint of all requests with their times; the same for the same seed, rate,
 *     length, number of clients and data of the target
 * @param rate requests per second that were to be sent
 */
public record LoadReport(
    String format,
    String scenario,
    long seed,
    String target,
    double rate,
    double seconds,
    int clients,
    int connections,
    String startedAt,
    String sequence,
    Counts counts,
    Lateness lateness,
    List<Group> groups,
    List<Fault> faults,
    List<Interval> intervals) {
  public static final String FORMAT = "glebe-load-1";

  /** Name of the JSON file in a folder of reports. */
  public static final String FILE = "load.json";

  private static final long MOST_BYTES = 64 * 1024 * 1024;

  /**
   * @param due requests of the schedule
   * @param notSent requests that were left out because too many others had no answer yet
   * @param answered answers without fault
   * @param failed answers with a fault and requests without an answer
   * @param perSecond answers without fault per second
   */
  public record Counts(
      long due, long notSent, long answered, long failed, long bytes, double perSecond) {}

  /** How late the requests were sent, in milliseconds: delays of this program. */
  public record Lateness(double p50, double p99, double max) {}

  /**
   * Requests of one kind.
   *
   * @param kind the class
   * @param name the class, or the class and a part of it
   */
  public record Group(String kind, String name, long answered, double perSecond, Latency latency) {}

  /**
   * Latencies in milliseconds.
   *
   * @param histogram all of them in microseconds: an HdrHistogram, compressed, in Base64
   */
  public record Latency(
      double min,
      double mean,
      double p50,
      double p75,
      double p90,
      double p95,
      double p99,
      double p999,
      double max,
      String histogram) {}

  /**
   * How often a fault occurred in a class: a status, a failure of the connection, a refused row.
   */
  public record Fault(String kind, String fault, long count) {}

  /**
   * What happened between two times of the run.
   *
   * @param from seconds since the start
   */
  public record Interval(
      double from, double seconds, long sent, long answered, long failed, List<Slice> slices) {}

  /** Latencies of a class in an interval, in milliseconds. */
  public record Slice(String kind, long answered, double p50, double p99, double max) {}

  public JsonNode json() {
    return Json.mapper().valueToTree(this);
  }

  /** Whether all requests were answered without a fault. */
  public boolean isClean() {
    return faults.isEmpty();
  }

  /**
   * Reads the JSON of a report.
   *
   * @param place the file, or the folder of a report
   */
  public static LoadReport read(Path place) throws IOException {
    Path file = Files.isDirectory(place) ? place.resolve(FILE) : place;
    if (!Files.isRegularFile(file)) {
      throw new IOException("there is no report " + file);
    }
    if (Files.size(file) > MOST_BYTES) {
      throw new IOException(file + " is too long for a report");
    }
    JsonNode json = Json.mapper().readTree(Files.readAllBytes(file));
    if (!json.path("format").asText().equals(FORMAT)) {
      throw new IOException(file + " is no report of 'glebe load'");
    }
    try {
      return Json.mapper()
          .readerFor(LoadReport.class)
          .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .readValue(json);
    } catch (JsonProcessingException e) {
      throw new IOException(file + " cannot be read: " + e.getOriginalMessage(), e);
    }
  }
}
