package io.glebe.core.viewer;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * A token for viewers without its text.
 *
 * @param user the User record of its maker, whose rights it has
 * @param collections whose pictures it shows
 */
public record ViewerToken(
    UUID id, String name, UUID user, List<String> collections, Instant created, Instant expires) {
  public ViewerToken {
    collections = List.copyOf(collections);
  }

  /** A new token; its text is shown only once. */
  public record Issued(ViewerToken token, String text) {
    @Override
    public String toString() {
      return "Issued[" + token.id() + "]";
    }
  }
}
