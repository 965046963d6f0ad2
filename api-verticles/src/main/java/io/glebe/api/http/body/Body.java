package io.glebe.api.http.body;

import io.glebe.core.json.ListBound;
import io.glebe.core.json.MergePatch;
import java.util.List;
import java.util.Optional;

/**
 * The request body that an operation accepts.
 *
 * @param kind how the endpoint receives it
 * @param mediaTypes accepted types; empty accepts all, a type ending in {@code /*} accepts the
 *     family
 * @param limit most bytes; 0 stands for the setting (MAX_BODY_BYTES, for streams MAX_UPLOAD_BYTES)
 * @param lastMembers of members of an object with one name the last is taken; otherwise they are
 *     refused
 * @param list the list of a JSON body that is counted before the body is parsed
 * @param right required before a large body is read
 */
public record Body(
    Kind kind,
    List<String> mediaTypes,
    long limit,
    boolean lastMembers,
    Optional<ListBound> list,
    Optional<BodyRight> right) {
  /** How the endpoint receives the body from its request. */
  public enum Kind {
    /** No body; one that is sent is read and discarded. */
    NONE,
    /** Parsed before the endpoint runs: {@code json()}. */
    JSON,
    /**
     * Read when the endpoint calls {@code deferredJson()}, which admits the work first, and parsed
     * where it chooses.
     */
    DEFERRED_JSON,
    /** Read before the endpoint runs: {@code body()}. */
    BYTES,
    /** Not read: the endpoint reads {@code stream()} or {@code input()}. */
    STREAM
  }

  public static final Body NONE = new Body(Kind.NONE, List.of(), 0);

  /** {@code application/json} and other JSON types. */
  public static final Body JSON =
      new Body(
          Kind.JSON, List.of("application/json", "application/ld+json", "application/geo+json"), 0);

  /** A merge patch, also with the media type of plain JSON. */
  public static final Body MERGE_PATCH =
      new Body(Kind.JSON, List.of(MergePatch.MEDIA_TYPE, "application/json"), 0);

  public static Body json(String... mediaTypes) {
    return new Body(Kind.JSON, List.of(mediaTypes), 0);
  }

  /** A JSON body of costly work: the endpoint decides when it is read, and where it is parsed. */
  public static Body deferredJson(String... mediaTypes) {
    return new Body(Kind.DEFERRED_JSON, List.of(mediaTypes), 0);
  }

  public static Body bytes(String... mediaTypes) {
    return new Body(Kind.BYTES, List.of(mediaTypes), 0);
  }

  public static Body stream(String... mediaTypes) {
    return new Body(Kind.STREAM, List.of(mediaTypes), 0);
  }

  public boolean isJson() {
    return kind == Kind.JSON || kind == Kind.DEFERRED_JSON;
  }

  /** Whether it is a file, of an upload or an attachment, and no JSON that streams. */
  boolean isFile() {
    return kind == Kind.STREAM && mediaTypes.stream().noneMatch(type -> type.endsWith("json"));
  }

  /** The same body with its own limit. */
  public Body upTo(long bytes) {
    return new Body(kind, mediaTypes, bytes, lastMembers, list, right);
  }

  /** The same body, in which the last of members with one name is taken. */
  public Body withLastMembers() {
    return new Body(kind, mediaTypes, limit, true, list, right);
  }

  /** The same JSON body, refused before it is parsed if this list of it is longer. */
  public Body withList(ListBound bound) {
    return new Body(kind, mediaTypes, limit, lastMembers, Optional.of(bound), right);
  }

  /** The same body; a large one is read only from callers who have this right. */
  public Body withRight(BodyRight required) {
    return new Body(kind, mediaTypes, limit, lastMembers, list, Optional.of(required));
  }

  private Body(Kind kind, List<String> mediaTypes, long limit) {
    this(kind, mediaTypes, limit, false, Optional.empty(), Optional.empty());
  }
}
