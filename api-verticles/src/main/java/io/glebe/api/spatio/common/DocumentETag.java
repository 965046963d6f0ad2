package io.glebe.api.spatio.common;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Entity tags of small documents, derived from their text. */
public final class DocumentETag {
  private DocumentETag() {}

  /** A strong entity tag with its quotes. */
  public static String etag(String text) {
    return '"' + UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString() + '"';
  }
}
