package io.glebe.api.spatio.upload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.Schemas;

/** JSON Schemas of uploads. */
final class UploadSchemas {
  private UploadSchemas() {}

  /** The slices that an upload has written. */
  static ObjectNode written() {
    return Members.of("WrittenSlices", "The slices that an upload has written")
        .must("layer", Schemas.text())
        .must("datetime", Schemas.list(Schemas.time()))
        .must("snapshot", Schemas.count())
        .must("upload", Schemas.uuid())
        .must("bytes", Schemas.count())
        .schema();
  }

  static ObjectNode upload() {
    return Members.of("Upload", "How far an upload is")
        .must("id", Schemas.uuid())
        .must("layer", Schemas.text())
        .must("state", Schemas.text())
        .may("bytesTotal", Schemas.count())
        .must("bytes", Schemas.count())
        .must("slices", Schemas.count())
        .may("snapshot", Schemas.count())
        .may("detail", Schemas.text())
        .must("startedAt", Schemas.time())
        .must("updatedAt", Schemas.time())
        .schema();
  }

  static ObjectNode uploads() {
    return Members.of("UploadList", "The newest uploads")
        .must("uploads", Schemas.list(upload()))
        .schema();
  }
}
