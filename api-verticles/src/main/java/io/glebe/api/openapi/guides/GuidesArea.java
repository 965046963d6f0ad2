package io.glebe.api.openapi.guides;

import io.glebe.api.http.ApiArea;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Endpoint;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.fastpath.StaticFile;
import io.glebe.api.http.html.Html;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.core.problem.Problem;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The guides below {@code /docs/guides/}, their files and their search. Public. */
public final class GuidesArea implements ApiArea {
  /** Characters of a search. */
  static final int LONGEST_SEARCH = 100;

  private static final String CACHE = "public, max-age=300";
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
          + " base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
  private static final Map<String, String> FILES =
      Map.of(
          "guides.css", "text/css; charset=utf-8", "guides.js", "text/javascript; charset=utf-8");

  private final AtomicReference<@Nullable Content> content = new AtomicReference<>();
  private final Map<String, StaticFile> files = new ConcurrentHashMap<>();

  /** What is written once. */
  private record Content(Map<String, Guide> guides, GuideSearch search) {
    static Content read() {
      Map<String, Guide> guides = new GuideLibrary().guides();
      return new Content(guides, new GuideSearch(guides.values()));
    }
  }

  @Override
  public String name() {
    return "guides";
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    Parameter search =
        Parameter.query(
            "q",
            "finds the parts of the guides that contain all these words",
            QuerySchemas.like(LONGEST_SEARCH, "token"));
    routes.get(
        Surface.ROOT,
        "/docs/guides",
        operation("guides", "The list of the guides, or what a search finds in them", this::list)
            .takes(search)
            .answers(DocumentedResponse.of(200, "the page", Html.MEDIA_TYPE)));
    routes.get(
        Surface.ROOT,
        "/docs/guides/{file*}",
        operation("guide", "A guide, or a file of its page", this::file)
            .takes(Parameter.ignored())
            .answers(DocumentedResponse.of(200, "the guide or the file", "*/*")));
  }

  private static Operation operation(String id, String summary, Endpoint endpoint) {
    return Operation.of(id, summary, Guard.PUBLIC, endpoint).tag("documentation");
  }

  private Future<Reply> list(ApiRequest request) {
    Optional<String> search = request.params().text("q").filter(text -> !text.isBlank());
    if (search.isPresent()) {
      return results(search.get());
    }
    if (!request.raw().path().endsWith("/")) {
      return Future.succeededFuture(Reply.redirect(request.links().to(GuideLibrary.ADDRESS)));
    }
    return file(request, GuideLibrary.LIST);
  }

  private Future<Reply> results(String search) {
    if (search.length() > LONGEST_SEARCH) {
      throw Problem.malformedParameter(
          "q", "is longer than %d characters".formatted(LONGEST_SEARCH));
    }
    return OffLoop.run(() -> GuidePages.results(search, content().search().find(search)))
        .map(
            page ->
                Reply.text(200, Html.CONTENT_TYPE, page)
                    .header("Content-Security-Policy", POLICY)
                    .cache("no-cache"));
  }

  private Future<Reply> file(ApiRequest request) {
    return file(request, request.path("file"));
  }

  private Future<Reply> file(ApiRequest request, String name) {
    StaticFile known = files.get(name);
    Future<StaticFile> file =
        known == null ? OffLoop.run(() -> read(name)) : Future.succeededFuture(known);
    return file.map(served -> served.reply(request).header("Content-Security-Policy", POLICY));
  }

  private Content content() {
    Content known = content.get();
    if (known != null) {
      return known;
    }
    content.compareAndSet(null, Content.read());
    return content();
  }

  private StaticFile read(String name) {
    Guide guide = content().guides().get(name);
    StaticFile file = guide == null ? other(name) : text(Html.CONTENT_TYPE, GuidePages.page(guide));
    files.put(name, file);
    return file;
  }

  private static StaticFile text(String mediaType, String text) {
    return StaticFile.of(mediaType, text.getBytes(StandardCharsets.UTF_8), CACHE);
  }

  private static StaticFile other(String name) {
    String type = FILES.get(name);
    if (type != null) {
      return StaticFile.of(
          type, GuideLibrary.resource("/guides-page/" + name).orElseThrow(), CACHE);
    }
    return GuideLibrary.image(name)
        .map(image -> StaticFile.of("image/png", image, CACHE))
        .orElseThrow(() -> Problem.notFound("there is no guide " + name));
  }
}
