package io.glebe.api.spatio.common;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Validators of documents that are cheap to make: they follow from the text. */
public final class DocumentETag {
  private DocumentETag() {}

  /** A strong validator, with its quotes. */
  public static String etag(String text) {
    return '"' + UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString() + '"';
  }
}
