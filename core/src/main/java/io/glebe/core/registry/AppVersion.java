package io.glebe.core.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A version of an app.
 *
 * @param manifest as it was accepted
 * @param author id of the User record of the person who wrote the manifest
 * @param reason of its rejection
 * @param reviews the oldest first
 */
public record AppVersion(
    UUID app,
    int number,
    VersionState state,
    ObjectNode manifest,
    UUID author,
    Optional<String> reason,
    Instant created,
    Instant updated,
    Optional<Instant> submitted,
    Optional<Instant> decided,
    List<Review> reviews) {

  /** The decision of one reviewer. */
  public record Review(UUID reviewer, boolean approved, String comment, Instant at) {}

  public AppVersion {
    reviews = List.copyOf(reviews);
  }
}
