package io.glebe.core.record.read;

import io.glebe.core.record.access.ReachDigest;
import java.util.Optional;

/**
 * The position of a reader in a collection's feed, and the farms and organizations that it had
 * access to at that time.
 *
 * <p>It has two parts while the reader catches up on farms gained later: everything in {@code
 * main.reach} has been delivered up to {@code main.position}, everything in {@code gained.reach} up
 * to {@code gained.position}, which is earlier.
 */
record FeedCursor(Part main, Optional<Part> gained) {

  /**
   * @param reach digest of the set of farms and organizations
   */
  record Part(FeedPosition position, ReachDigest reach) {}

  static FeedCursor at(FeedPosition position, ReachDigest reach) {
    return new FeedCursor(new Part(position, reach), Optional.empty());
  }
}
