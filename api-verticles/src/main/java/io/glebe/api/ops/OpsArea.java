package io.glebe.api.ops;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.area.Liveness;
import io.glebe.api.area.Readiness;
import io.glebe.api.http.ApiArea;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.html.Html;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.json.Json;
import io.glebe.core.metrics.Meters;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.RetrySeconds;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Health, metrics and the pages of the problem types. */
public final class OpsArea implements ApiArea {
  private final Readiness readiness;
  private final Liveness liveness;
  private final Meters meters;
  private final BuildInfo build = BuildInfo.current();

  public OpsArea(Readiness readiness, Liveness liveness, Meters meters) {
    this.readiness = readiness;
    this.liveness = liveness;
    this.meters = meters;
  }

  @Override
  public String name() {
    return "ops";
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    routes
        .get(
            Surface.OPERATIONS,
            "/health",
            Operation.of(
                    "health",
                    "Says that the process lives, and its build",
                    Guard.OPERATIONS,
                    this::health)
                .tag("operations")
                .answers(DocumentedResponse.json(200, "alive", OpsSchemas.health())))
        .get(
            Surface.OPERATIONS,
            "/health/live",
            Operation.of(
                    "live",
                    "Says whether event loops and listeners work; a process that is not live must"
                        + " be restarted",
                    Guard.OPERATIONS,
                    this::live)
                .tag("operations")
                .answers(DocumentedResponse.json(200, "live", OpsSchemas.liveness())))
        .get(
            Surface.OPERATIONS,
            "/health/ready",
            Operation.of(
                    "ready",
                    "Says whether requests can be served, with reasons",
                    Guard.OPERATIONS,
                    this::ready)
                .tag("operations")
                .answers(DocumentedResponse.json(200, "ready", OpsSchemas.readiness())))
        .get(
            Surface.OPERATIONS,
            "/metrics",
            Operation.of(
                    "metrics", "All meters as Prometheus text", Guard.OPERATIONS, this::metrics)
                .tag("operations")
                .answers(DocumentedResponse.of(200, "meters", "text/plain")))
        .get(
            Surface.OPERATIONS,
            "/problems/v1/{slug}",
            Operation.of("problemType", "Explains a problem type", Guard.PUBLIC, this::problemType)
                .tag("operations")
                .takes(Parameter.path("slug", "end of the type", Schemas.word(OpsSchemas.slugs())))
                .answers(
                    DocumentedResponse.of(200, "the page", Html.MEDIA_TYPE, Schemas.text()),
                    DocumentedResponse.json(200, "the same", OpsSchemas.problemType())));
  }

  private Future<Reply> health(ApiRequest request) {
    ObjectNode json = Json.object().put("status", "up");
    json.putObject("build")
        .put("version", build.version())
        .put("java", build.java())
        .put("vertx", build.vertx());
    return Future.succeededFuture(Reply.json(json).cache("no-store"));
  }

  private Future<Reply> live(ApiRequest request) {
    liveness
        .failure()
        .ifPresent(
            reason -> {
              throw Problem.tooBusy("not live: " + reason, RetrySeconds.SHORT);
            });
    return Future.succeededFuture(
        Reply.json(Json.object().put("status", "live")).cache("no-store"));
  }

  private Future<Reply> ready(ApiRequest request) {
    return readiness.state().map(OpsArea::reply);
  }

  private static Reply reply(Readiness.State state) {
    if (!state.ready()) {
      String reasons =
          String.join(
              ", ",
              state.parts().entrySet().stream()
                  .filter(p -> !p.getValue().equals("ready"))
                  .map(p -> p.getKey() + " is " + p.getValue())
                  .toList());
      throw Problem.tooBusy("not ready: " + reasons, RetrySeconds.SHORT);
    }
    ObjectNode json = Json.object().put("status", "ready");
    ObjectNode parts = json.putObject("parts");
    state.parts().forEach(parts::put);
    return Reply.json(json).cache("no-store");
  }

  private Future<Reply> metrics(ApiRequest request) {
    return OffLoop.run(meters::scrape)
        .map(
            text ->
                Reply.bytes(Meters.MEDIA_TYPE, Buffer.buffer(text.getBytes(StandardCharsets.UTF_8)))
                    .cache("no-store"));
  }

  private Future<Reply> problemType(ApiRequest request) {
    String slug = request.path("slug");
    ProblemType type =
        Arrays.stream(ProblemType.values())
            .filter(t -> t.slug().equals(slug))
            .findFirst()
            .orElseThrow(() -> Problem.notFound("there is no problem type " + slug));
    if (request.negotiate(Html.MEDIA_TYPE, Json.MEDIA_TYPE).equals(Json.MEDIA_TYPE)) {
      ObjectNode json =
          Json.object()
              .put("type", request.links().problems() + slug)
              .put("title", type.title())
              .put("status", type.status());
      return Future.succeededFuture(Reply.json(json.put("description", type.meaning())));
    }
    return Future.succeededFuture(
        Reply.text(200, Html.CONTENT_TYPE, page(type)).cache("public, max-age=3600"));
  }

  private static String page(ProblemType type) {
    return Html.page(type.title(), "")
        + "<h1>%s</h1><p>Problem type <code>%s</code>, usually with status %d.</p><p>%s</p>"
            .formatted(
                Html.escape(type.title()),
                Html.escape(type.slug()),
                type.status(),
                Html.escape(type.meaning()))
        + Html.END;
  }
}
