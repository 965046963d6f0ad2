package io.glebe.api.http;

import io.glebe.core.json.MergePatch;
import java.util.List;

/**
 * What an operation takes as a request body.
 *
 * @param kind how it reaches the handler
 * @param mediaTypes accepted types; empty accepts all, a type ending in {@code /*} accepts the
 *     family
 * @param limit most bytes; 0 stands for the setting (MAX_BODY_BYTES, for streams MAX_UPLOAD_BYTES)
 */
public record Body(Kind kind, List<String> mediaTypes, long limit) {
  /** How the body reaches the handler. */
  public enum Kind {
    /** No body; one that is sent is read and thrown away. */
    NONE,
    /** Parsed before the handler runs: {@link ApiRequest#json()}. */
    JSON,
    /** Read before the handler runs: {@link ApiRequest#body()}. */
    BYTES,
    /**
     * Not read: the handler takes it with {@link ApiRequest#stream()} or {@link
     * ApiRequest#input()}.
     */
    STREAM
  }

  public static final Body NONE = new Body(Kind.NONE, List.of(), 0);

  /** {@code application/json} and other JSON types. */
  public static final Body JSON =
      new Body(
          Kind.JSON, List.of("application/json", "application/ld+json", "application/geo+json"), 0);

  /** A merge patch, also when it calls itself plain JSON. */
  public static final Body MERGE_PATCH =
      new Body(Kind.JSON, List.of(MergePatch.MEDIA_TYPE, "application/json"), 0);

  public static Body json(String... mediaTypes) {
    return new Body(Kind.JSON, List.of(mediaTypes), 0);
  }

  public static Body bytes(String... mediaTypes) {
    return new Body(Kind.BYTES, List.of(mediaTypes), 0);
  }

  public static Body stream(String... mediaTypes) {
    return new Body(Kind.STREAM, List.of(mediaTypes), 0);
  }

  /** The same with a limit of its own. */
  public Body upTo(long bytes) {
    return new Body(kind, mediaTypes, bytes);
  }
}
