package io.glebe.api.spatio.upload;

import static io.vertx.core.http.HttpMethod.GET;
import static io.vertx.core.http.HttpMethod.POST;
import static io.vertx.core.http.HttpMethod.PUT;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedBody;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Endpoint;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.body.Body;
import io.glebe.api.http.guard.LimitClass;
import io.glebe.api.spatio.common.SpatioServices;
import io.glebe.core.access.Permission;
import io.glebe.core.cube.layer.LayerService;
import io.glebe.core.cube.upload.SliceUpload;
import io.glebe.core.cube.upload.UploadParts;
import io.glebe.core.cube.upload.UploadRows;
import io.glebe.core.cube.upload.UploadSpec;
import io.glebe.core.json.Json;
import io.vertx.core.Future;
import java.io.InputStream;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.UUID;

/** Uploads of the cells of layers as files or raw bytes, and the progress of uploads. */
public final class UploadRoutes {
  private static final String CUBE = "/collections/{collectionId}";
  private static final String DATA = CUBE + "/layers/{layerName}/data";

  private final SpatioServices services;

  public UploadRoutes(SpatioServices services) {
    this.services = services;
  }

  public void contribute(RouteTable.Builder routes) {
    routes.v2AndLegacy(
        PUT,
        DATA + "/binary",
        operation("putLayerData", "Writes slices from raw cells or .npy", this::cells)
            .answers(
                DocumentedResponse.json(
                    200, "the slices that were written", UploadSchemas.written()))
            .requires(Permission.update("data"))
            .takes(UploadQuery.CELLS)
            .limitedAs(LimitClass.UPLOAD)
            .body(Body.stream()));
    routes.v2AndLegacy(
        POST,
        DATA,
        operation("addLayerData", "Writes slices from GeoTIFF, .npy, JSON or a form", this::files)
            .answers(
                DocumentedResponse.json(
                    200, "the slices that were written", UploadSchemas.written()))
            .requires(Permission.update("data"))
            .takes(UploadQuery.CELLS)
            .takes(UploadQuery.FILES)
            .limitedAs(LimitClass.UPLOAD)
            .body(Body.stream(), UploadSchemas.files()));
    routes.v2AndLegacy(
        GET,
        CUBE + "/uploads",
        operation("listUploads", "Lists the newest uploads", this::list)
            .answers(DocumentedResponse.json(200, "the uploads", UploadSchemas.uploads())));
    routes.v2AndLegacy(
        GET,
        CUBE + "/uploads/{uploadId}",
        operation("getUpload", "Tells how far an upload is", this::get)
            .answers(DocumentedResponse.json(200, "how far it is", UploadSchemas.upload())));
  }

  private static Operation operation(String id, String summary, Endpoint endpoint) {
    return Operation.of(id, summary, Guard.SPATIO, endpoint)
        .requires(Permission.read("data"))
        .tag("layers");
  }

  private Future<Reply> cells(ApiRequest request) {
    UploadSpec spec = UploadQuery.parse(request, UploadSpec.Form.CELLS);
    return upload(request, spec.withoutInstants(), UploadParts.of(spec, request.input()));
  }

  private Future<Reply> files(ApiRequest request) {
    UploadSpec spec = UploadQuery.parse(request, UploadSpec.Form.FILES);
    String type = request.header("Content-Type").orElse("");
    InputStream body = request.input();
    return type.toLowerCase(Locale.ROOT).startsWith(DocumentedBody.FORM)
        ? upload(request, spec, new UploadForm(request.form(body, UploadForm.MAX_PARTS)))
        : upload(request, spec.withoutInstants(), UploadParts.of(spec, body));
  }

  private Future<Reply> upload(ApiRequest request, UploadSpec spec, UploadParts files) {
    UUID id = request.params().uuid("upload").orElseGet(UUID::randomUUID);
    LayerService.Sent sent = new LayerService.Sent(id, length(request), files);
    return services
        .layers()
        .upload(request.caller(), request.path("collectionId"), spec, sent)
        .map(written -> Reply.json(written(id, spec, written)));
  }

  /** The gateway has checked that it is a number. */
  private static OptionalLong length(ApiRequest request) {
    return request
        .header("Content-Length")
        .map(text -> OptionalLong.of(Long.parseLong(text.strip())))
        .orElse(OptionalLong.empty());
  }

  private static ObjectNode written(UUID id, UploadSpec spec, SliceUpload.UploadResult written) {
    ObjectNode json = Json.object().put("layer", spec.layer());
    ArrayNode times = json.putArray("datetime");
    written.instants().forEach(at -> times.add(at.toString()));
    return json.put("snapshot", written.snapshot().version())
        .put("upload", id.toString())
        .put("bytes", written.bytes());
  }

  private Future<Reply> list(ApiRequest request) {
    return services
        .layers()
        .uploads(request.caller(), request.path("collectionId"))
        .map(
            uploads -> {
              ObjectNode json = Json.object();
              ArrayNode list = json.putArray("uploads");
              uploads.forEach(one -> list.add(json(one)));
              return Reply.json(json).cache("no-store");
            });
  }

  private Future<Reply> get(ApiRequest request) {
    return services
        .layers()
        .upload(request.caller(), request.path("collectionId"), request.pathUuid("uploadId"))
        .map(one -> Reply.json(json(one)).cache("no-store"));
  }

  private static ObjectNode json(UploadRows.Upload upload) {
    ObjectNode json =
        Json.object()
            .put("id", upload.id().toString())
            .put("layer", upload.layer())
            .put("state", upload.state());
    upload.bytesTotal().ifPresent(total -> json.put("bytesTotal", total));
    json.put("bytes", upload.bytesDone()).put("slices", upload.slicesDone());
    upload.snapshot().ifPresent(version -> json.put("snapshot", version));
    upload.detail().ifPresent(detail -> json.put("detail", detail));
    return json.put("startedAt", upload.startedAt().toString())
        .put("updatedAt", upload.updatedAt().toString());
  }
}
