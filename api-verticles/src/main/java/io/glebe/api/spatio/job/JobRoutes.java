package io.glebe.api.spatio.job;

import static io.vertx.core.http.HttpMethod.DELETE;
import static io.vertx.core.http.HttpMethod.GET;
import static io.vertx.core.http.HttpMethod.POST;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Endpoint;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.RangedReply;
import io.glebe.api.http.Reply;
import io.glebe.api.http.ResponseHeader;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.body.Body;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.api.http.schema.Schemas;
import io.glebe.api.ogc.Links;
import io.glebe.api.spatio.common.SpatioServices;
import io.glebe.core.access.Permission;
import io.glebe.core.cube.job.Job;
import io.glebe.core.cube.job.JobService;
import io.glebe.core.cube.job.JobSpec;
import io.glebe.core.json.Json;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;

/** Bulk jobs: submit, read, cancel, delete, and download the results. */
public final class JobRoutes {
  private static final String JOBS = "/collections/jobs";
  private static final String JOB = JOBS + "/{jobId}";
  private static final List<String> OUTPUTS =
      List.of("application/vnd.pmtiles", "application/x-tar", "text/csv", "application/x-ndjson");
  private static final int USUAL = 20;
  private static final int MOST = 100;

  private final JobService jobs;

  public JobRoutes(SpatioServices services) {
    this.jobs = services.jobs();
  }

  public void contribute(RouteTable.Builder routes) {
    routes.v2AndLegacy(
        POST,
        "/collections/bulk-operations",
        operation("submitBulkOperation", "Submits a bulk job", this::submit)
            .requires(Permission.create("processingJob"))
            .body(Body.JSON, JobSchemas.creation())
            .refuses(ProblemType.NOT_FOUND)
            .answers(
                DocumentedResponse.json(202, "taken", JobSchemas.job())
                    .with(ResponseHeader.LOCATION)));
    routes.v2AndLegacy(
        GET,
        JOBS,
        operation("listJobs", "Lists jobs, the newest first", this::list)
            .requires(Permission.read("data"))
            .takes(
                Parameter.query(
                    "collection", "only jobs of this collection", QuerySchemas.collectionId()),
                Parameter.query(
                    "limit", "most jobs", Schemas.integer(1, MOST).put("default", USUAL)),
                Parameter.query("before", "id; jobs older than this one", Schemas.uuid()))
            .answers(DocumentedResponse.json(200, "jobs", JobSchemas.jobs())));
    routes.v2AndLegacy(
        GET,
        JOB,
        operation("getJob", "Returns the status of a job", this::one)
            .requires(Permission.read("data"))
            .answers(DocumentedResponse.json(200, "the job", JobSchemas.job())));
    routes.v2AndLegacy(
        DELETE,
        JOB,
        operation("dismissJob", "Cancels a job, or removes one that has ended", this::dismiss)
            .requires(Permission.update("processingJob"))
            .answers(
                DocumentedResponse.json(200, "cancelled", JobSchemas.job()),
                DocumentedResponse.empty(204, "removed")));
    routes.v2AndLegacy(
        GET,
        JOB + "/outputs/{name}",
        operation("getJobOutput", "Returns the output of a job or a range of it", this::output)
            .requires(Permission.read("data"))
            .takes(Parameter.header("Range", "bytes=from-to, one range", QuerySchemas.byteRange()))
            .answers(RangedReply.answers(OUTPUTS, ResponseHeader.CONTENT_DISPOSITION)));
  }

  private static Operation operation(String id, String summary, Endpoint endpoint) {
    return Operation.of(id, summary, Guard.SPATIO, endpoint).tag("jobs");
  }

  private Future<Reply> submit(ApiRequest request) {
    ObjectNode body = request.json().deepCopy();
    return OffLoop.run(() -> JobSpec.requested(body))
        .compose(spec -> jobs.submit(request.caller(), spec))
        .map(
            job ->
                Reply.json(202, JobJson.of(request, job, jobs.limits()))
                    .location(JobJson.path(request, job)));
  }

  private Future<Reply> list(ApiRequest request) {
    int limit = request.params().integer("limit", USUAL, 1, MOST);
    return jobs.list(
            request.caller(),
            request.params().text("collection"),
            request.params().uuid("before"),
            limit)
        .map(found -> Reply.json(page(request, found, limit)));
  }

  private ObjectNode page(ApiRequest request, List<Job> found, int limit) {
    ObjectNode json = Json.object();
    ArrayNode all = json.putArray("jobs");
    found.forEach(job -> all.add(JobJson.of(request, job, jobs.limits())));
    if (found.size() == limit) {
      String more =
          request.links().to(request.surface(), JOBS)
              + "?limit="
              + limit
              + request.params().text("collection").map(c -> "&collection=" + c).orElse("")
              + "&before="
              + found.getLast().id();
      Links.add(json.putArray("links"), "next", more, "application/json", "older jobs");
    }
    return json;
  }

  private Future<Reply> one(ApiRequest request) {
    return jobs.get(request.caller(), id(request))
        .map(job -> Reply.json(JobJson.of(request, job, jobs.limits())));
  }

  private Future<Reply> dismiss(ApiRequest request) {
    return jobs.dismiss(request.caller(), id(request))
        .map(
            cancelled ->
                cancelled
                    .map(job -> Reply.json(JobJson.of(request, job, jobs.limits())))
                    .orElseGet(Reply::noContent));
  }

  private Future<Reply> output(ApiRequest request) {
    return jobs.output(request.caller(), id(request), request.path("name"))
        .map(
            output ->
                RangedReply.of(
                    request,
                    "\"" + output.job() + "-" + output.size() + "\"",
                    output.size(),
                    (status, from, length) ->
                        Reply.written(
                                status,
                                output.mediaType(),
                                Math.min(JobService.PIECE, length),
                                out -> jobs.copy(output, from, length, out))
                            .header("Content-Length", Long.toString(length))
                            .header(
                                "Content-Disposition",
                                "attachment; filename=\"" + output.name() + "\"")));
  }

  private static UUID id(ApiRequest request) {
    return request.pathUuid("jobId");
  }
}
