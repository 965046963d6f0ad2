package io.glebe.api.farm.attachment;

import static io.glebe.api.farm.record.NestedCollectionRoutes.operation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.farm.record.PathChain;
import io.glebe.api.farm.record.RecordAnswers;
import io.glebe.api.farm.record.RecordArea;
import io.glebe.api.farm.record.WriteHeaders;
import io.glebe.api.farm.record.WriteParameters;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedBody;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Parameter;
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
import io.glebe.core.attachment.ResumableUpload;
import io.glebe.core.attachment.ResumableUploads;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.record.write.WriteRequest;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Attachments that arrive in several requests: a client announces a file, appends bytes from the
 * offset that has arrived, and gets the attachment with the last byte. Headers and media type are
 * those of the IETF draft of resumable uploads.
 */
public final class ResumableUploadRoutes implements RecordArea.Extra {
  private static final String TAG = "Attachments";
  private static final String PATH = "/records/{recordId}/uploads/{attachmentId}";
  private static final String PARTIAL = "application/partial-upload";
  private static final String OFFSET = "Upload-Offset";
  private static final String LENGTH = "Upload-Length";
  private static final int MAX_NAME = 255;
  private static final Permission CREATE = Permission.create("file");

  private static final ResponseHeader OFFSET_HEADER =
      new ResponseHeader(OFFSET, true, "number of bytes that have arrived", offset());

  private static final ResponseHeader LENGTH_HEADER =
      new ResponseHeader(LENGTH, true, "number of all bytes", offset());

  private final ResumableUploads uploads;
  private final AttachmentWriter writer;
  private final Upload.Limits limits;
  private final PathChain chain;

  public ResumableUploadRoutes(
      RecordService records,
      Attachments attachments,
      ResumableUploads uploads,
      Upload.Limits limits) {
    this.uploads = uploads;
    this.writer = new AttachmentWriter(records, attachments, limits);
    this.limits = limits;
    this.chain = new PathChain(records);
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    routes.put(
        Surface.FARM,
        PATH,
        operation("putAttachmentUpload", "Announces a file to send in parts", TAG, this::start)
            .requires(CREATE)
            .body(Body.JSON, announcement())
            .answers(answer(200, "was announced or attached before"), answer(201, "announced")));
    routes.get(
        Surface.FARM,
        PATH,
        operation("getAttachmentUpload", "Reads how much of a file has arrived", TAG, this::read)
            .requires(CREATE)
            .answers(answer(200, "the upload")));
    routes.patch(
        Surface.FARM,
        PATH,
        Operation.of(
                "patchAttachmentUpload",
                "Appends bytes to an announced file",
                Guard.FARM,
                this::append)
            .tag(TAG)
            .requires(CREATE)
            .limitedAs(LimitClass.UPLOAD)
            .body(
                Body.stream(PARTIAL).upTo(limits.bytes()),
                DocumentedBody.of(
                    PARTIAL, Schemas.text("the next bytes of the file").put("format", "binary")))
            .takes(Parameter.header(OFFSET, "offset of the first byte", offset()).must())
            .takes(WriteParameters.cause())
            .answers(
                DocumentedResponse.empty(204, "stored; more bytes are missing")
                    .with(OFFSET_HEADER, LENGTH_HEADER),
                RecordAnswers.changed("was attached before", Attachment.schema()),
                RecordAnswers.created("attached with its last byte", Attachment.schema())));
    routes.delete(
        Surface.FARM,
        PATH,
        operation("deleteAttachmentUpload", "Ends the upload of a file", TAG, this::delete)
            .requires(CREATE)
            .answers(DocumentedResponse.empty(204, "its bytes are removed")));
  }

  private static ObjectNode offset() {
    return QuerySchemas.form("^(0|[1-9][0-9]{0,17})$");
  }

  private static ObjectNode announcement() {
    return Members.of("AttachmentUploadCreation", "A file to send in parts")
        .must("name", Schemas.text(MAX_NAME))
        .must("type", Schemas.text(MAX_NAME).put("description", "its media type"))
        .must("size", Schemas.integer().put("minimum", 1))
        .schema();
  }

  private static DocumentedResponse answer(int status, String description) {
    ObjectNode schema =
        Members.of("AttachmentUpload", "A file that arrives in parts")
            .must("id", Schemas.uuid())
            .must("recordId", Schemas.uuid())
            .must("name", Schemas.text())
            .must("type", Schemas.text())
            .must("size", Schemas.count())
            .must("received", Schemas.count())
            .must("isAttached", Schemas.flag())
            .may("expiresAt", Schemas.time())
            .schema();
    return DocumentedResponse.json(status, description, schema).with(OFFSET_HEADER, LENGTH_HEADER);
  }

  /** The record of the path, to which the caller may attach files. */
  private StoredRecord record(ApiRequest request) {
    StoredRecord data = chain.find("Data", request, "recordId");
    Access.require(request.caller(), CREATE, data.scope().farm().orElseThrow());
    return data;
  }

  private Reply start(ApiRequest request) {
    UUID id = request.pathUuid("attachmentId");
    StoredRecord data = record(request);
    ObjectNode body = request.json();
    check(body);
    long size = body.path("size").asLong();
    if (size > limits.bytes()) {
      throw Problem.tooLarge(limits.bytes());
    }
    String type = limits.taken(body.path("type").asText());
    Optional<StoredRecord> attached = writer.stored(id);
    if (attached.isPresent()) {
      if (!belongs(attached.get(), data) || sizeOf(attached.get()) != size) {
        throw Problem.preconditionFailed("another file has this id");
      }
      return reply(200, attached.get(), data);
    }
    String name = FileNames.clean(body.path("name").asText());
    Optional<ResumableUpload> made =
        uploads.start(id, data.id(), request.caller(), name, type, size);
    return made.map(upload -> reply(201, upload))
        .orElseGet(() -> reply(200, unfinished(request, id, data)));
  }

  private static void check(ObjectNode body) {
    List<Violation> faults = new ArrayList<>();
    for (String name : List.of("name", "type")) {
      String text = body.path(name).textValue();
      if (text == null || text.isBlank() || text.length() > MAX_NAME) {
        faults.add(Violation.at("required", "/" + name, "1 to 255 characters are needed"));
      }
    }
    if (!body.path("size").canConvertToLong()
        || !body.path("size").isIntegralNumber()
        || body.path("size").asLong() < 1) {
      faults.add(Violation.at("required", "/size", "the number of bytes is needed, 1 or more"));
    }
    if (!faults.isEmpty()) {
      throw Problem.invalid(faults);
    }
  }

  private ResumableUpload unfinished(ApiRequest request, UUID id, StoredRecord data) {
    return uploads.find(id, data.id(), request.caller()).orElseThrow(ResumableUploads::unknown);
  }

  /** The attachment that the upload has become; 404 if there is none. */
  private StoredRecord attached(UUID id, StoredRecord data) {
    return writer
        .stored(id)
        .filter(file -> belongs(file, data))
        .orElseThrow(ResumableUploads::unknown);
  }

  private static boolean belongs(StoredRecord file, StoredRecord data) {
    return PathChain.names(file, "dataId", data.id());
  }

  private static long sizeOf(StoredRecord file) {
    return file.attributes().path("size").asLong();
  }

  private Reply read(ApiRequest request) {
    UUID id = request.pathUuid("attachmentId");
    StoredRecord data = record(request);
    return uploads
        .find(id, data.id(), request.caller())
        .map(upload -> reply(200, upload))
        .orElseGet(() -> reply(200, attached(id, data), data));
  }

  private Future<Reply> append(ApiRequest request) {
    UUID id = request.pathUuid("attachmentId");
    InputStream body = request.input();
    return OffLoop.run(() -> append(request, record(request), id, body));
  }

  private Reply append(ApiRequest request, StoredRecord data, UUID id, InputStream body)
      throws IOException {
    Optional<ResumableUpload> found = uploads.find(id, data.id(), request.caller());
    if (found.isEmpty()) {
      StoredRecord file = attached(id, data);
      if (offset(request) != sizeOf(file)) {
        throw Problem.conflict("all bytes of this file have arrived");
      }
      return writer.unchanged(request, file);
    }
    ResumableUpload upload = uploads.append(found.get(), request.caller(), offset(request), body);
    return upload.isWhole() ? attach(request, data, upload) : state(Reply.noContent(), upload);
  }

  private static long offset(ApiRequest request) {
    String text = request.header(OFFSET).orElse("");
    if (!text.matches("0|[1-9][0-9]{0,17}")) {
      throw Problem.malformed(OFFSET + " must be the number of bytes that have arrived");
    }
    return Long.parseLong(text);
  }

  private Reply attach(ApiRequest request, StoredRecord data, ResumableUpload upload)
      throws IOException {
    MultipartFile.Part part = new MultipartFile.Part(upload.name(), upload.type());
    Reply reply =
        writer.store(
            request,
            data,
            Optional.of(upload.id()),
            target -> {
              try (var out = target.open(part)) {
                uploads.copy(upload, out);
              }
              return part;
            },
            (id, doc) ->
                WriteRequest.of(request.caller(), writer.type(), id, doc)
                    .withJob(WriteHeaders.job(request))
                    .withReason(WriteHeaders.reason(request)));
    uploads.remove(upload.id());
    return reply;
  }

  private Reply delete(ApiRequest request) {
    UUID id = request.pathUuid("attachmentId");
    StoredRecord data = record(request);
    Optional<ResumableUpload> upload = uploads.find(id, data.id(), request.caller());
    UUID known = upload.map(ResumableUpload::id).orElseGet(() -> attached(id, data).id());
    uploads.remove(known); // an attachment keeps its bytes
    return Reply.noContent();
  }

  private static Reply reply(int status, ResumableUpload upload) {
    ObjectNode doc = Json.object();
    doc.put("id", upload.id().toString()).put("recordId", upload.dataId().toString());
    doc.put("name", upload.name()).put("type", upload.type()).put("size", upload.size());
    doc.put("received", upload.received()).put("isAttached", false);
    doc.put("expiresAt", upload.expiresAt().toInstant().toString());
    return state(Reply.json(status, doc), upload);
  }

  private static Reply state(Reply reply, ResumableUpload upload) {
    return sized(reply, upload.received(), upload.size());
  }

  private static Reply sized(Reply reply, long received, long size) {
    return reply.header(OFFSET, Long.toString(received)).header(LENGTH, Long.toString(size));
  }

  private static Reply reply(int status, StoredRecord file, StoredRecord data) {
    ObjectNode doc = Json.object();
    doc.put("id", file.id().toString()).put("recordId", data.id().toString());
    doc.put("name", file.attributes().path("name").asText());
    doc.put("type", file.attributes().path("type").asText());
    doc.put("size", sizeOf(file)).put("received", sizeOf(file)).put("isAttached", true);
    return sized(Reply.json(status, doc), sizeOf(file), sizeOf(file));
  }
}
