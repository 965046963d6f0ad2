package io.glebe.api.console;

import io.glebe.api.http.ApiArea;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.RangedReply;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.fastpath.StaticFile;
import io.glebe.core.problem.Problem;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Endpoints of the console: its files and its session. */
public final class ConsoleArea implements ApiArea {
  private static final String INDEX = "index.html";

  private final ConsoleFiles files = new ConsoleFiles();
  private final SessionRoutes session;
  private final Optional<Basemap> basemap;
  private final ConsolePageHeaders headers;

  ConsoleArea(SessionRoutes session, Optional<Basemap> basemap) {
    this.session = session;
    this.basemap = basemap;
    this.headers = new ConsolePageHeaders(basemap.flatMap(Basemap::origin));
  }

  @Override
  public String name() {
    return "console";
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    routes
        .get(
            Surface.ROOT,
            "/console",
            Operation.of("console", "The web console", Guard.PUBLIC, this::index)
                .tag("console")
                .takes(Parameter.ignored()))
        .get(
            Surface.ROOT,
            "/console/{file*}",
            Operation.of("consoleFile", "A file of the web console", Guard.PUBLIC, this::file)
                .tag("console")
                .takes(Parameter.ignored()));
    basemap
        .flatMap(Basemap::file)
        .ifPresent(
            file ->
                routes.get(
                    Surface.ROOT,
                    Basemap.SERVED,
                    Operation.of(
                            "consoleBasemap",
                            "The base map of the web console",
                            Guard.PUBLIC,
                            request -> OffLoop.run(() -> archive(request, file)))
                        .tag("console")
                        .takes(Parameter.ignored())));
    session.contribute(routes);
  }

  /** Relative addresses need the slash. */
  private Future<Reply> index(ApiRequest request) {
    String path = Optional.ofNullable(request.raw().path()).orElse("");
    return path.endsWith("/")
        ? reply(request, INDEX)
        : Future.succeededFuture(Reply.redirect(request.links().to("/console/")));
  }

  private Future<Reply> file(ApiRequest request) {
    return reply(request, request.path("file"));
  }

  private Future<Reply> reply(ApiRequest request, String name) {
    Optional<StaticFile> known = files.known(name);
    return known.isPresent()
        ? Future.succeededFuture(reply(request, known.get()))
        : OffLoop.run(() -> files.find(name)).map(file -> reply(request, required(file, name)));
  }

  private static StaticFile required(Optional<StaticFile> file, String name) {
    return file.orElseThrow(
        () ->
            Problem.notFound(
                name.equals(INDEX)
                    ? "this build of the platform has no console"
                    : "the console has no file with this name"));
  }

  private static Reply archive(ApiRequest request, Path file) throws IOException {
    long size = Files.size(file);
    String etag = "\"" + size + "-" + Files.getLastModifiedTime(file).toMillis() + "\"";
    return RangedReply.of(
            request,
            etag,
            size,
            (status, from, length) ->
                Reply.file(status, "application/octet-stream", file, from, length))
        .cache("public, max-age=3600");
  }

  private Reply reply(ApiRequest request, StaticFile file) {
    return headers.on(file.reply(request).header("Cross-Origin-Resource-Policy", "same-origin"));
  }
}
