package io.glebe.api.farm.attachment;

import static io.glebe.api.farm.record.NestedCollectionRoutes.operation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.farm.record.LinkedDataSchemas;
import io.glebe.api.farm.record.ListParameters;
import io.glebe.api.farm.record.NestedCollectionRoutes;
import io.glebe.api.farm.record.PathChain;
import io.glebe.api.farm.record.RecordAnswers;
import io.glebe.api.farm.record.RecordArea;
import io.glebe.api.farm.record.RecordEndpoints;
import io.glebe.api.farm.record.WriteHeaders;
import io.glebe.api.farm.record.WriteParameters;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedBody;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Endpoint;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.RangedReply;
import io.glebe.api.http.Reply;
import io.glebe.api.http.ResponseHeader;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.body.Body;
import io.glebe.api.http.guard.LimitClass;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.access.Access;
import io.glebe.core.access.Permission;
import io.glebe.core.attachment.Attachments;
import io.glebe.core.attachment.BlobStore;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.record.write.WriteRequest;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Attachments of records: File records whose bytes the platform stores. */
public final class AttachmentRoutes implements RecordArea.Extra {
  private static final String TAG = "Attachments";
  private static final String FORM = DocumentedBody.FORM;
  private static final String FLAT = "/records/{recordId}/attachments";
  private static final String OF_FIELD =
      "/farms/{farmId}/fields/{fieldId}/records/{recordId}/attachments";
  private static final String OF_REGION = "/regions/{regionId}/records/{recordId}/attachments";
  private static final String OF_ACTION =
      "/farms/{farmId}/fields/{fieldId}/actions/{actionId}/record/{recordId}/attachments";
  private static final Permission CREATE = Permission.create("file");

  /** Maximum number of bytes of the form in addition to the file. */
  private static final long FRAME_BYTES = 64 * 1024;

  private final RecordService records;
  private final Attachments attachments;
  private final Attachment attachment;
  private final AttachmentWriter writer;
  private final Upload.Limits limits;
  private final PathChain chain;
  private final NestedCollectionRoutes file;

  public AttachmentRoutes(RecordService records, Attachments attachments, Upload.Limits limits) {
    this.records = records;
    this.attachments = attachments;
    this.attachment = new Attachment(attachments);
    this.writer = new AttachmentWriter(records, attachments, limits);
    this.limits = limits;
    this.chain = new PathChain(records);
    this.file = new NestedCollectionRoutes(records, "File");
  }

  /** Finds the record of a path and checks the links of the path. */
  private interface Finder {
    StoredRecord find(ApiRequest request);
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    String plural = OF_ACTION.replace("/record/", "/records/");
    upload(routes, FLAT, "", this::record);
    upload(routes, OF_FIELD, "OfField", this::recordOfField);
    upload(routes, OF_REGION, "OfRegion", this::recordOfRegion);
    upload(routes, OF_ACTION, "OfAction", this::recordOfAction);
    upload(routes, plural, "OfActions", this::recordOfAction);
    uploadOnce(routes);
    list(routes, OF_FIELD, "OfField", this::recordOfField);
    list(routes, OF_REGION, "OfRegion", this::recordOfRegion);
    one(routes, "/attachments", "", r -> chain.find("File", r, "attachmentId"));
    one(routes, OF_ACTION, "OfAction", this::fileOfAction);
    one(routes, plural, "OfActions", this::fileOfAction);
  }

  private void upload(RouteTable.Builder routes, String path, String of, Finder finder) {
    routes.post(
        Surface.FARM,
        path,
        uploading(
                "postAttachment" + of,
                "Attaches a file: multipart form, part file",
                request -> upload(request, finder, Optional.empty()))
            .answers(RecordAnswers.created("attached", Attachment.schema())));
  }

  private void uploadOnce(RouteTable.Builder routes) {
    routes.put(
        Surface.FARM,
        FLAT + "/{attachmentId}",
        uploading(
                "putAttachment",
                "Attaches a file with an id of the client: multipart form, part file",
                request ->
                    upload(request, this::record, Optional.of(request.pathUuid("attachmentId"))))
            .answers(
                RecordAnswers.changed("was attached before", Attachment.schema()),
                RecordAnswers.created("attached", Attachment.schema())));
  }

  private Operation uploading(String id, String summary, Endpoint handler) {
    return Operation.of(id, summary, Guard.FARM, handler)
        .tag(TAG)
        .alsoOfCommissions()
        .requires(Permission.create("file"))
        .limitedAs(LimitClass.UPLOAD)
        .body(
            Body.stream(FORM).upTo(limits.bytes() + FRAME_BYTES),
            new DocumentedBody(
                FORM, form(), Map.of(MultipartFile.PART, String.join(", ", limits.types()))))
        .takes(WriteParameters.of(true));
  }

  private static ObjectNode form() {
    return Members.of("AttachmentForm", "A form with one file")
        .must(MultipartFile.PART, Schemas.text("the bytes").put("format", "binary"))
        .schema();
  }

  private void list(RouteTable.Builder routes, String path, String of, Finder finder) {
    routes.get(
        Surface.FARM,
        path,
        operation(
                "listAttachments" + of,
                "Lists the attachments of a record",
                TAG,
                r -> list(r, finder.find(r)))
            .requires(Permission.read("file"))
            .takes(ListParameters.of("File"))
            .answers(
                DocumentedResponse.json(
                    200,
                    "a page",
                    Members.page("AttachmentPage", "A page of attachments", Attachment.schema())),
                LinkedDataSchemas.page()));
  }

  private void one(RouteTable.Builder routes, String path, String of, Finder finder) {
    routes.get(
        Surface.FARM,
        path + "/download/{attachmentId}",
        bytes("downloadAttachment" + of, "Downloads a file", r -> bytes(r, finder, "attachment")));
    routes.get(
        Surface.FARM,
        path + "/stream/{attachmentId}",
        bytes(
            "streamAttachment" + of,
            "Shows a file, whole or in part",
            r -> bytes(r, finder, "inline")));
    routes.delete(
        Surface.FARM,
        path + "/{attachmentId}",
        operation("deleteAttachment" + of, "Deletes an attachment", TAG, r -> delete(r, finder))
            .requires(Permission.delete("file"))
            .takes(WriteParameters.of(false))
            .answers(DocumentedResponse.empty(204, "deleted")));
  }

  private static Operation bytes(
      String id, String summary, NestedCollectionRoutes.Waiting handler) {
    return operation(id, summary, TAG, handler)
        .alsoOfCommissions()
        .requires(Permission.read("file"))
        .takes(Parameter.header("Range", "bytes=from-to, one range", QuerySchemas.byteRange()))
        .answers(
            RangedReply.answers(
                List.of("*/*"),
                ResponseHeader.CONTENT_DISPOSITION,
                ResponseHeader.CONTENT_SECURITY_POLICY));
  }

  private StoredRecord record(ApiRequest request) {
    return chain.find("Data", request, "recordId");
  }

  private StoredRecord recordOfField(ApiRequest request) {
    return linked(record(request), "fieldId", chain.field(request).id());
  }

  private StoredRecord recordOfRegion(ApiRequest request) {
    return linked(record(request), "regionId", chain.region(request, false).id());
  }

  private StoredRecord recordOfAction(ApiRequest request) {
    return linked(record(request), "activityId", chain.actionOfField(request).id());
  }

  private static StoredRecord linked(StoredRecord data, String reference, UUID target) {
    PathChain.holds(
        PathChain.names(data, reference, target), "this path has no record with this id");
    return data;
  }

  private StoredRecord fileOfAction(ApiRequest request) {
    StoredRecord data = recordOfAction(request);
    StoredRecord record = chain.find("File", request, "attachmentId");
    PathChain.holds(
        PathChain.names(record, "dataId", data.id()), "this record has no attachment with this id");
    return record;
  }

  private Future<Reply> upload(ApiRequest request, Finder finder, Optional<UUID> id) {
    InputStream body = request.input();
    return OffLoop.run(() -> store(request, finder.find(request), body, id));
  }

  private Reply store(ApiRequest request, StoredRecord data, InputStream body, Optional<UUID> id)
      throws IOException {
    Access.require(request.caller(), CREATE, data.scope().farm().orElseThrow());
    return writer.store(
        request,
        data,
        id,
        target -> MultipartFile.read(request.form(body, MultipartFile.MAX_PARTS), target),
        (file, doc) -> WriteHeaders.write(request, writer.type(), file, doc));
  }

  private Reply list(ApiRequest request, StoredRecord data) {
    PathChain.mayRead(request, file.type(), data);
    var query =
        NestedCollectionRoutes.query(request, Map.of("dataId", data.id().toString()), Set.of());
    var page = records.list(request.caller(), file.type(), query).await();
    if (RecordEndpoints.isLinkedData(request)) {
      return RecordEndpoints.page(request, page, true);
    }
    String items = String.join(",", attachment.texts(request.links(), page.records()));
    return NestedCollectionRoutes.embedded(
        NestedCollectionRoutes.pageText(items, page), Optional.empty());
  }

  private Reply delete(ApiRequest request, Finder finder) throws IOException {
    StoredRecord record = finder.find(request);
    PathChain.holds(record.attributes().has("dataId"), "there is no attachment with this id");
    WriteRequest write = WriteHeaders.write(request, file.type(), record.id(), Json.object());
    if (write.preconditions().createOnly()) {
      throw Problem.malformed("If-None-Match: * does not go with DELETE");
    }
    attachments.delete(write);
    return Reply.noContent();
  }

  private Reply bytes(ApiRequest request, Finder finder, String disposition) throws IOException {
    UUID id = finder.find(request).id();
    StoredRecord stored = records.get(request.caller(), file.type(), id).await();
    ObjectNode doc = stored.attributes();
    boolean here = attachments.kept(List.of(id)).containsKey(id);
    Optional<Long> size = here ? attachments.blobs().size(id) : Optional.empty();
    if (size.isEmpty()) {
      throw Problem.notFound(
          "the content of this file is stored at " + doc.path("storageUrl").asText());
    }
    String etag = "\"" + doc.path("checksum").asText().replace("sha-256:", "") + "\"";
    String type = doc.path("type").asText("application/octet-stream");
    return RangedReply.of(
        request,
        etag,
        size.get(),
        (status, from, length) ->
            content(status, type, id, from, length)
                .header("Content-Security-Policy", "sandbox; default-src 'none'")
                .header(
                    "Content-Disposition",
                    FileNames.disposition(disposition, doc.path("name").asText())));
  }

  private Reply content(int status, String type, UUID id, long from, long length) {
    Optional<Path> path = attachments.blobs().file(id);
    return path.isPresent()
        ? Reply.file(status, type, path.get(), from, length)
        : Reply.written(
                status,
                type,
                Math.min(BlobStore.PIECE, length),
                out -> attachments.blobs().copy(id, from, length, out))
            .header("Content-Length", Long.toString(length));
  }
}
