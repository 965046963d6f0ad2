package io.glebe.api.spatio.upload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.DocumentedBody;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.cube.upload.UploadSpec;
import io.glebe.core.json.Json;
import java.util.Map;

/** JSON Schemas of uploads. */
final class UploadSchemas {
  private static final String TIFF = "image/tiff";
  private static final String BYTES = "application/octet-stream";

  private UploadSchemas() {}

  /** The files from which slices are written. */
  static DocumentedBody[] files() {
    ObjectNode form =
        Members.of("SliceForm", "Files of one upload")
            .may(
                "datetime",
                Schemas.list(
                    Schemas.text(
                            "times of the slices of one file, with commas; the files come in the"
                                + " same order")
                        .put("maxLength", UploadForm.MAX_FIELD),
                    0,
                    UploadSpec.MAX_SLICES))
            .must("file", Schemas.list(file("GeoTIFF, .npy or JSON"), 0, UploadSpec.MAX_SLICES))
            .schema();
    String types = String.join(", ", TIFF, BYTES, Json.MEDIA_TYPE);
    return new DocumentedBody[] {
      DocumentedBody.of(TIFF, file("a GeoTIFF")),
      DocumentedBody.of(BYTES, file("a .npy file")),
      DocumentedBody.of(Json.MEDIA_TYPE, Schemas.either(slice(), slices())),
      new DocumentedBody(DocumentedBody.FORM, form, Map.of("file", types))
    };
  }

  private static ObjectNode file(String description) {
    return Schemas.text(description).put("format", "binary");
  }

  private static ObjectNode slice() {
    ObjectNode row = Schemas.list(Schemas.orNull(Schemas.number()));
    return Members.of("SliceValues", "The cells of one slice")
        .may(
            "datetime",
            QuerySchemas.time().put("description", "time of the slice, where the query has none"))
        .must(
            "values", Schemas.list(row).put("description", "rows from the north; null is no value"))
        .schema();
  }

  private static ObjectNode slices() {
    return Members.of("SliceList", "The cells of several slices")
        .must("slices", Schemas.list(slice(), 0, UploadSpec.MAX_SLICES))
        .schema();
  }

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
        .must("state", Schemas.word("running", "successful", "failed"))
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
