package io.glebe.api.farm.attachment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.farm.record.NestedCollectionRoutes;
import io.glebe.api.farm.record.PathChain;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.Reply;
import io.glebe.core.attachment.Attachments;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.record.table.Uuids;
import io.glebe.core.record.write.WriteRequest;
import io.glebe.core.record.write.WriteResult;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;

/** Stores bytes as an attachment of a record, once for each id, and replies with it. Blocking. */
final class AttachmentWriter {
  private final Attachments attachments;
  private final Attachment attachment;
  private final Upload.Limits limits;
  private final PathChain chain;
  private final NestedCollectionRoutes file;

  AttachmentWriter(RecordService records, Attachments attachments, Upload.Limits limits) {
    this.attachments = attachments;
    this.attachment = new Attachment(attachments);
    this.limits = limits;
    this.chain = new PathChain(records);
    this.file = new NestedCollectionRoutes(records, "File");
  }

  /** Gives the bytes of a file to the target, which takes its name and its type first. */
  @FunctionalInterface
  interface Source {
    MultipartFile.Part read(MultipartFile.Target target) throws IOException;
  }

  EntityType type() {
    return file.type();
  }

  /**
   * Stores a file that the caller may create.
   *
   * @param chosen the id, where the client has chosen it
   * @param write makes the write of the File record with this id and these attributes
   */
  Reply store(
      ApiRequest request,
      StoredRecord data,
      Optional<UUID> chosen,
      Source source,
      BiFunction<UUID, ObjectNode, WriteRequest> write)
      throws IOException {
    try (Attachments.Spooled spooled = attachments.spool(request.caller())) {
      Upload upload = new Upload(limits, spooled.file(), spooled::open);
      MultipartFile.Part part = source.read(upload::open);
      UUID id = chosen.orElseGet(Uuids::timeOrdered);
      WriteRequest creation = write.apply(id, attributes(request, data, upload, part, id));
      Optional<StoredRecord> before = chosen.flatMap(this::stored);
      WriteResult written =
          before.isPresent()
              ? unchanged(before.get(), creation)
              : spooled.keep(creation, upload.imageSize());
      return reply(request, written);
    }
  }

  private Reply reply(ApiRequest request, WriteResult written) {
    String text = attachment.texts(request.links(), List.of(written.stored())).getFirst();
    return file.endpoints().written(request, written).with(text);
  }

  /** The answer to a request that changes nothing because the file is attached. */
  Reply unchanged(ApiRequest request, StoredRecord stored) {
    return reply(
        request, new WriteResult(stored, WriteResult.Outcome.UNCHANGED, List.of(), List.of()));
  }

  /** The file with this id, for any caller. */
  Optional<StoredRecord> stored(UUID id) {
    try {
      return Optional.of(chain.find("File", id));
    } catch (Problem refusal) {
      if (refusal.type() != ProblemType.NOT_FOUND) {
        throw refusal;
      }
      return Optional.empty();
    }
  }

  /** The file that an earlier request has attached; 412 when another file has its id. */
  private static WriteResult unchanged(StoredRecord stored, WriteRequest write) {
    write.preconditions().check(Optional.of(stored));
    ObjectNode before = stored.attributes();
    for (String name : List.of("dataId", "checksum")) {
      if (!before.path(name).equals(write.body().path(name))) {
        throw Problem.preconditionFailed("another file has this id");
      }
    }
    return new WriteResult(stored, WriteResult.Outcome.UNCHANGED, List.of(), List.of());
  }

  private static ObjectNode attributes(
      ApiRequest request, StoredRecord data, Upload upload, MultipartFile.Part part, UUID id) {
    ObjectNode doc = Attachments.file(data.attributes(), data.id());
    doc.put("name", part.fileName()).put("type", upload.type()).put("size", upload.size());
    doc.put("checksum", upload.checksum());
    doc.put("storageUrl", Attachment.download(request.links(), id));
    return doc.put("kind", kind(upload.type()));
  }

  private static String kind(String type) {
    return switch (type.substring(0, type.indexOf('/'))) {
      case "image" -> "PHOTO";
      case "video" -> "VIDEO";
      case "text" -> "DOCUMENT";
      default -> type.equals("application/pdf") ? "DOCUMENT" : "OTHER";
    };
  }
}
