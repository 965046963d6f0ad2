package io.glebe.api.cli.load;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.glebe.api.cli.load.scenario.ArrivalSequence;
import io.glebe.api.cli.load.scenario.LoadRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Writes the requests of a run with their times to a file of JSON, for other programs that send
 * them: {@code examples/k6/load.js}. Written as they are made, so memory does not limit their
 * number.
 */
final class RequestList {
  private static final JsonFactory JSON = new JsonFactory();

  private final LoadRun.RunSettings settings;

  RequestList(LoadRun.RunSettings settings) {
    this.settings = settings;
  }

  /** Writes all requests that are due within the time of the run; returns their number. */
  long write(ArrivalSequence arrivals, Path file) throws IOException {
    long count = 0;
    long nanos = TimeUnit.SECONDS.toNanos(settings.seconds());
    try (var out = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
        JsonGenerator json = JSON.createGenerator(out)) {
      json.writeStartObject();
      json.writeStringField("scenario", settings.scenario().label());
      json.writeNumberField("seed", settings.seed());
      json.writeStringField("target", settings.target().toString());
      json.writeNumberField("rate", settings.rate());
      json.writeNumberField("seconds", settings.seconds());
      json.writeArrayFieldStart("requests");
      while (arrivals.due() < nanos) {
        ArrivalSequence.Arrival arrival = arrivals.next();
        for (LoadRequest request : arrival.requests()) {
          json.writeRaw("\n");
          write(request, arrival.atNanos(), json);
          count++;
        }
      }
      json.writeEndArray();
      json.writeStringField("sequence", arrivals.sequence());
      json.writeEndObject();
    }
    return count;
  }

  private static void write(LoadRequest request, long atNanos, JsonGenerator json)
      throws IOException {
    json.writeStartObject();
    json.writeNumberField("at", TimeUnit.NANOSECONDS.toMillis(atNanos));
    json.writeStringField("class", request.kind().label());
    json.writeStringField("audience", request.audience().id());
    json.writeStringField("method", request.method().name());
    json.writeStringField("path", request.path());
    if (request.body().isPresent()) {
      json.writeStringField("body", request.body().get().toString());
    }
    json.writeEndObject();
  }
}
