package io.glebe.core.record.write;

import io.glebe.core.problem.Problem;
import io.glebe.core.record.table.StoredRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * If-Match and If-None-Match of a write. Tags are compared strongly: a weak tag never matches.
 *
 * @param match the tags of If-Match, {@code *} for any version; empty without the header
 * @param createOnly {@code If-None-Match: *}
 */
public record Preconditions(Optional<List<String>> match, boolean createOnly) {
  public static final Preconditions NONE = new Preconditions(Optional.empty(), false);
  public static final Preconditions CREATE_ONLY = new Preconditions(Optional.empty(), true);

  private static final int MAX_TAGS = 100;
  private static final String ANY = "*";

  public Preconditions {
    match = match.map(List::copyOf);
  }

  /** Only this version. */
  public static Preconditions version(long version) {
    return new Preconditions(Optional.of(List.of("\"" + version + "\"")), false);
  }

  /** Reads the headers; a 400 problem when they are malformed or not allowed on a write. */
  public static Preconditions of(Optional<String> ifMatch, Optional<String> ifNoneMatch) {
    if (ifNoneMatch.isPresent() && !ifNoneMatch.get().strip().equals(ANY)) {
      throw Problem.malformed("on writes, If-None-Match can only be *");
    }
    return new Preconditions(ifMatch.map(Preconditions::tags), ifNoneMatch.isPresent());
  }

  /** The entity tags of a header, at most {@value #MAX_TAGS}. */
  static List<String> tags(String header) {
    if (header.strip().equals(ANY)) {
      return List.of(ANY);
    }
    List<String> tags = new ArrayList<>();
    for (String part : header.split(",", 0)) {
      String tag = part.strip();
      String opaque = tag.startsWith("W/") ? tag.substring(2) : tag;
      boolean quoted = opaque.length() >= 2 && opaque.startsWith("\"") && opaque.endsWith("\"");
      if (!quoted || tags.size() == MAX_TAGS) {
        throw Problem.malformed("If-Match must be * or a list of entity tags in quotes");
      }
      tags.add(tag);
    }
    return tags;
  }

  /** Throws a 412 problem when the record, or its absence, does not meet the preconditions. */
  public void check(Optional<StoredRecord> stored) {
    if (createOnly && stored.isPresent()) {
      throw Problem.preconditionFailed(
              "the record exists already, in version " + stored.get().version())
          .with("ETag", stored.get().etag());
    }
    if (match.isPresent() && !matches(stored)) {
      throw stored
          .map(
              s ->
                  Problem.preconditionFailed("the record is in version " + s.version())
                      .with("ETag", s.etag()))
          .orElseGet(() -> Problem.preconditionFailed("the record does not exist"));
    }
  }

  private boolean matches(Optional<StoredRecord> stored) {
    return stored
        .map(s -> match.orElseThrow().contains(ANY) || match.orElseThrow().contains(s.etag()))
        .orElse(false);
  }
}
