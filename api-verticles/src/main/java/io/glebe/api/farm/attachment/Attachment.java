package io.glebe.api.farm.attachment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.farm.record.NestedCollectionRoutes;
import io.glebe.api.http.LinkBuilder;
import io.glebe.api.http.Surface;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.attachment.Attachments;
import io.glebe.core.json.Splice;
import io.glebe.core.record.table.StoredRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * File records as attachments: the record with the URLs of its bytes and the size of an image, if
 * the platform stores the bytes.
 */
public final class Attachment {
  private final Attachments attachments;

  public Attachment(Attachments attachments) {
    this.attachments = attachments;
  }

  static String download(LinkBuilder links, UUID file) {
    return links.to(Surface.FARM, "/attachments/download/" + file);
  }

  /** The JSON text of each file; blocking. */
  public List<String> texts(LinkBuilder links, List<StoredRecord> files) {
    var kept = attachments.kept(files.stream().map(StoredRecord::id).toList());
    return files.stream().map(file -> text(links, file, kept)).toList();
  }

  /** A file as attachments are shown. */
  public static ObjectNode schema() {
    return NestedCollectionRoutes.extended(
        "Attachment",
        "File",
        Members.of("What attachments add; absent where the bytes lie elsewhere")
            .may("downloadUrl", Schemas.uri())
            .may("streamUrl", Schemas.uri())
            .may("width", Schemas.count().put("description", "of an image, in pixels"))
            .may("height", Schemas.count().put("description", "of an image, in pixels")));
  }

  private static String text(
      LinkBuilder links, StoredRecord file, Map<UUID, Optional<Attachments.Dimensions>> kept) {
    if (!kept.containsKey(file.id())) {
      return file.text();
    }
    StringBuilder more = new StringBuilder("\"downloadUrl\":\"");
    more.append(download(links, file.id())).append("\",\"streamUrl\":\"");
    more.append(links.to(Surface.FARM, "/attachments/stream/" + file.id())).append('"');
    kept.get(file.id())
        .ifPresent(
            size ->
                more.append(",\"width\":")
                    .append(size.width())
                    .append(",\"height\":")
                    .append(size.height()));
    return Splice.last(file.text(), more.toString());
  }
}
