package io.glebe.api.spatio.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.Surface;
import io.glebe.api.ogc.Links;
import io.glebe.core.cube.job.Job;
import io.glebe.core.cube.job.JobLimits;
import io.glebe.core.json.Json;
import java.time.Instant;

/** A job as JSON. */
final class JobJson {
  private JobJson() {}

  static ObjectNode of(ApiRequest request, Job job, JobLimits limits) {
    ObjectNode json = Json.object().put("id", job.id().toString());
    json.put("type", job.spec().type()).put("collection", job.collection());
    json.put("state", job.state().name()).put("progress", job.progress());
    ObjectNode counts = json.putObject("counts");
    counts.put("total", job.total()).put("done", job.done());
    counts.put("empty", job.empty()).put("bytes", job.bytes());
    ObjectNode estimate = json.putObject("estimate").put("total", job.total());
    job.left(Instant.now()).ifPresent(left -> estimate.put("secondsLeft", left.toSeconds()));
    json.set("errors", job.errors());
    json.put("created", job.createdAt().toString());
    job.startedAt().ifPresent(at -> json.put("started", at.toString()));
    job.endedAt()
        .ifPresent(
            at -> {
              json.put("ended", at.toString());
              json.put("expires", at.plus(limits.retention()).toString());
            });
    json.set("request", job.spec().body());
    outputs(request, job, json);
    ArrayNode links = json.putArray("links");
    Links.add(links, "self", path(request, job), "application/json", "this job");
    Links.add(
        links,
        "related",
        request.links().to(Surface.FARM, "/processing-jobs/" + job.id()),
        "application/json",
        "its ProcessingJob record");
    return json;
  }

  private static void outputs(ApiRequest request, Job job, ObjectNode json) {
    ArrayNode outputs = json.putArray("outputs");
    for (JsonNode each : job.outputs()) {
      ObjectNode output = outputs.addObject();
      output.setAll((ObjectNode) each);
      output.put("href", path(request, job) + "/outputs/" + each.path("name").asText());
    }
  }

  static String path(ApiRequest request, Job job) {
    return request.links().to(request.surface(), "/collections/jobs/" + job.id());
  }
}
