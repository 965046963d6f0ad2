package io.glebe.api.openapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiArea;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Endpoint;
import io.glebe.api.http.Guard;
import io.glebe.api.http.LinkBuilder;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Reply;
import io.glebe.api.http.ResponseHeader;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.fastpath.StaticFile;
import io.glebe.api.http.header.Conditional;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.JsonLdContext;
import io.glebe.core.json.Json;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The published contracts: OpenAPI 3.1 and 3.0, the linked-data context and the documentation page.
 * All are public.
 */
public final class OpenApiArea implements ApiArea {
  /** The name of the area in {@code GLEBE_AREAS}. */
  static final String NAME = "openapi";

  /** Media type that requests the form of OpenAPI 3.0. */
  static final String V30 = "application/vnd.oai.openapi+json;version=3.0";

  /** Media type of OpenAPI 3.1. */
  static final String V31 = "application/vnd.oai.openapi+json;version=3.1";

  private static final String JSON_LD = "application/ld+json";
  private static final String TAG = "documentation";
  private static final ObjectNode DOCUMENT =
      Members.of("OpenApiDocument", "A document of OpenAPI")
          .must("openapi", Schemas.text("version of OpenAPI"))
          .must("info", Schemas.map(Json.object()))
          .must("paths", Schemas.map(Json.object()))
          .others(Json.object())
          .schema();
  private static final ObjectNode CONTEXT =
      Members.of("LinkedDataContext", "A context of JSON-LD")
          .must("@context", Schemas.map(Json.object()))
          .schema();
  private static final String KEEP = "public, max-age=300";

  private final boolean services;
  private final DocsPage page;
  private final PublishedDocuments documents;
  private final Map<String, Buffer> contexts = new ConcurrentHashMap<>(); // one: by the namespace

  /**
   * @param table all routes of the process, complete by the time of the first request
   * @param services whether the platform has a service registry
   */
  public OpenApiArea(Supplier<RouteTable> table, boolean services) {
    documents = new PublishedDocuments(table);
    this.services = services;
    this.page = new DocsPage(services);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    contract(routes, Surface.FARM, "farm", ContractDocument.FARM);
    contract(routes, Surface.V2, "spatio", ContractDocument.SPATIO);
    contract(routes, Surface.SENSOR, "sensor", ContractDocument.SENSOR);
    contract(routes, Surface.STORE, "store", ContractDocument.STORE);
    if (services) {
      contract(routes, Surface.SERVICES, "services", ContractDocument.SERVICES);
    }
    routes.get(
        Surface.FARM,
        "/context.jsonld",
        operation("getContext", "The linked-data context of all records", this::context)
            .answers(DocumentedResponse.of(200, "the context", JSON_LD, CONTEXT)));
    routes.get(
        Surface.ROOT,
        "/docs",
        operation("browse", "A page to browse the contracts", this::docs)
            .takes(Parameter.ignored())
            .answers(DocumentedResponse.of(200, "the page", "text/html")));
    routes.get(
        Surface.ROOT,
        "/docs/{file}",
        operation("browseFile", "A file of that page", this::docs)
            .takes(Parameter.ignored())
            .answers(DocumentedResponse.of(200, "the file", "*/*")));
  }

  private void contract(
      RouteTable.Builder routes, Surface surface, String name, ContractDocument.Subject subject) {
    routes.get(
        surface,
        "/openapi.json",
        operation(
                name + "OpenApi",
                "This contract as OpenAPI 3.1, or 3.0 on request",
                r -> answer(r, subject, wants30(r)))
            .answers(
                DocumentedResponse.json(200, "the document", DOCUMENT).with(ResponseHeader.ETAG),
                DocumentedResponse.of(200, "the document", V31, DOCUMENT).with(ResponseHeader.ETAG),
                DocumentedResponse.of(200, "the document", V30, DOCUMENT)
                    .with(ResponseHeader.ETAG)));
    routes.get(
        surface,
        "/openapi-3.0.json",
        operation(name + "OpenApi30", "This contract as OpenAPI 3.0", r -> answer(r, subject, true))
            .answers(
                DocumentedResponse.json(200, "the document", DOCUMENT).with(ResponseHeader.ETAG),
                DocumentedResponse.of(200, "the document", V30, DOCUMENT)
                    .with(ResponseHeader.ETAG)));
  }

  private static Operation operation(String id, String summary, Endpoint endpoint) {
    return Operation.of(id, summary, Guard.PUBLIC, endpoint).tag(TAG);
  }

  private static boolean wants30(ApiRequest request) {
    return request
        .header("Accept")
        .map(a -> a.replace(" ", "").replace("\"", ""))
        .filter(a -> a.contains(V30))
        .isPresent();
  }

  private Future<Reply> answer(ApiRequest request, ContractDocument.Subject subject, boolean old) {
    boolean isNamed =
        request.header("Accept").filter(a -> a.contains("vnd.oai.openapi")).isPresent();
    String mediaType = isNamed ? (old ? V30 : V31) : Json.MEDIA_TYPE;
    LinkBuilder links = request.links();
    return OffLoop.run(
        () -> {
          PublishedDocument document =
              documents.get(new PublishedDocuments.Edition(subject, old), links.problems());
          String etag = document.etag(links.base());
          boolean gzip = request.acceptsGzip();
          Reply reply =
              request
                  .unchanged(etag, gzip)
                  .orElseGet(
                      () ->
                          whole(links.base(), mediaType, document, gzip)
                              .etag(Conditional.etag(etag, gzip)));
          return reply.header("Vary", "Accept").cache(KEEP);
        });
  }

  private static Reply whole(
      String base, String mediaType, PublishedDocument document, boolean gzip) {
    return gzip
        ? Reply.shared(mediaType, document.compressedAt(base)).header("Content-Encoding", "gzip")
        : Reply.shared(mediaType, document.at(base));
  }

  private Future<Reply> context(ApiRequest request) {
    String namespace = request.links().namespace();
    return OffLoop.run(() -> contexts.computeIfAbsent(namespace, OpenApiArea::context))
        .map(b -> Reply.bytes(JSON_LD, b).cache(KEEP));
  }

  private static Buffer context(String namespace) {
    return Buffer.buffer(Json.bytes(JsonLdContext.of(Catalogue.standard(), namespace)));
  }

  private Future<Reply> docs(ApiRequest request) {
    boolean isPage = request.route().template().equals("/docs");
    boolean slash = request.raw().path().endsWith("/");
    if (isPage && !slash) {
      return Future.succeededFuture(Reply.redirect(request.links().to("/docs/")));
    }
    String name = isPage ? "" : request.path("file");
    return page(name)
        .map(file -> file.reply(request).header("Content-Security-Policy", DocsPage.POLICY));
  }

  private Future<StaticFile> page(String name) {
    Optional<StaticFile> known = page.known(name);
    return known.isPresent()
        ? Future.succeededFuture(known.get())
        : OffLoop.run(() -> page.file(name));
  }
}
