package io.glebe.api.http;

import io.glebe.api.http.body.Body;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32;

/** Routes that return the request as the gateway has parsed it. */
public final class EchoArea implements ApiArea {
  public static final int LONG_LINES = 50_000;

  public final AtomicInteger rendered = new AtomicInteger();
  public final CompletableFuture<Void> gate = new CompletableFuture<>();

  @Override
  public String name() {
    return "echo";
  }

  private static Operation open(String id, Endpoint endpoint) {
    return Operation.of(id, id, Guard.PUBLIC, endpoint);
  }

  private static Future<Reply> say(String text) {
    return Future.succeededFuture(Reply.text(200, "text/plain; charset=utf-8", text));
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    Operation item = open("item", r -> say("item " + r.path("id")));
    routes
        .get(Surface.ROOT, "/items/{id}", item)
        .get(Surface.ROOT, "/items/special", open("special", r -> say("special")))
        .delete(
            Surface.ROOT,
            "/items/{id}",
            open("remove", r -> Future.succeededFuture(Reply.noContent())))
        .get(
            Surface.ROOT,
            "/tiles/{z}/{x}/{y}.png",
            open("png", r -> say("png " + r.pathInteger("y", 0, 9))))
        .get(Surface.ROOT, "/tiles/{z}/{x}/{y}", open("tile", r -> say("tile " + r.path("y"))))
        .get(
            Surface.ROOT,
            "/point/{lon},{lat}",
            open("point", r -> say(r.path("lon") + "|" + r.path("lat"))))
        .get(
            Surface.SENSOR,
            "/Things({id})/Datastreams",
            open("things", r -> say("thing " + r.path("id"))))
        .get(Surface.ROOT, "/static/{path*}", open("static", r -> say("static " + r.path("path"))))
        .v2AndLegacy(HttpMethod.GET, "/both", open("both", r -> say(r.surface().name())))
        .get(
            Surface.ROOT,
            "/query",
            open("query", r -> say("" + r.params().integer("limit", 10, 1, 100)))
                .takes(Parameter.query("limit", "a number", Schemas.integer())))
        .get(Surface.ROOT, "/links", open("links", r -> say(r.links().to("/x"))))
        .get(
            Surface.ROOT,
            "/negotiate",
            open("negotiate", r -> say(r.negotiate("application/json", "text/html"))))
        .get(Surface.ROOT, "/version", open("version", this::version))
        .get(
            Surface.ROOT,
            "/big",
            open(
                "big", r -> Future.succeededFuture(Reply.jsonText("\"" + "a".repeat(5000) + "\""))))
        .get(
            Surface.ROOT,
            "/image",
            open(
                "image",
                r ->
                    Future.succeededFuture(
                        Reply.bytes("image/png", Buffer.buffer(new byte[5000])))))
        .get(
            Surface.ROOT,
            "/long",
            open(
                "long",
                r -> Future.succeededFuture(Reply.written(200, "text/plain", out -> lines(out)))))
        .get(
            Surface.ROOT,
            "/slow",
            open(
                "slow",
                r ->
                    Future.fromCompletionStage(gate, io.vertx.core.Vertx.currentContext())
                        .compose(v -> say("slow"))))
        .get(Surface.ROOT, "/broken", open("broken", EchoArea::broken))
        .get(
            Surface.ROOT,
            "/broken-late",
            open(
                "brokenLate",
                r -> Future.succeededFuture(Reply.written(200, "text/plain", EchoArea::breakLate))))
        .get(Surface.ROOT, "/refused", open("refused", EchoArea::refused))
        .get(Surface.SENSOR, "/refused", open("refusedSensor", EchoArea::refused))
        .get(
            Surface.FARM,
            "/whoami",
            Operation.of("whoami", "", Guard.FARM, r -> say(r.caller().kind().name())))
        .post(Surface.ROOT, "/json", open("json", r -> say(Json.write(r.json()))).body(Body.JSON))
        .patch(
            Surface.ROOT,
            "/json",
            open("patch", r -> say(Json.write(r.json()))).body(Body.MERGE_PATCH))
        .post(
            Surface.ROOT,
            "/small",
            open("small", r -> say("" + r.body().length())).body(Body.bytes().upTo(1000)))
        .put(
            Surface.ROOT,
            "/upload",
            open("upload", EchoArea::upload).body(Body.stream().upTo(64L << 20)))
        .put(
            Surface.ROOT,
            "/upload-closed",
            Operation.of("uploadClosed", "", Guard.SPATIO, EchoArea::upload).body(Body.stream()));
  }

  private Future<Reply> version(ApiRequest request) {
    if (request.has("\"7\"")) {
      return Future.succeededFuture(request.notModified("\"7\""));
    }
    rendered.incrementAndGet();
    return say("seven").map(reply -> reply.version(7));
  }

  private static Future<Reply> broken(ApiRequest request) {
    throw new IllegalStateException("an endpoint that fails on purpose: secret-detail");
  }

  private static void breakLate(java.io.OutputStream out) throws java.io.IOException {
    out.write(new byte[200_000]);
    out.flush();
    throw new IllegalStateException("a writer that fails on purpose");
  }

  private static Future<Reply> refused(ApiRequest request) {
    return Future.failedFuture(
        Problem.invalid(Violation.at("required", "/name", "name is required")));
  }

  private static void lines(java.io.OutputStream out) throws java.io.IOException {
    for (int i = 0; i < LONG_LINES; i++) {
      out.write(("line " + i + "\n").getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    }
  }

  private static Future<Reply> upload(ApiRequest request) {
    InputStream input = request.input();
    return OffLoop.run(
        () -> {
          CRC32 crc = new CRC32();
          long length = 0;
          byte[] buffer = new byte[8192];
          for (int n = input.read(buffer); n >= 0; n = input.read(buffer)) {
            crc.update(buffer, 0, n);
            length += n;
          }
          return Reply.text(200, "text/plain", length + " " + crc.getValue());
        });
  }
}
