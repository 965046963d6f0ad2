package io.glebe.core.sensor.session;

import io.glebe.core.sensor.journal.JournalPosition;
import java.util.List;
import java.util.Set;

/**
 * What a session keeps for its client.
 *
 * @param position from which the client has to get messages
 * @param unfinished messages that are not completely acknowledged, in their order
 * @param unreleased packet ids of messages of quality 2 that the client has sent and not released
 */
public record SessionState(
    List<StoredSubscription> subscriptions,
    JournalPosition position,
    List<UnfinishedMessage> unfinished,
    Set<Integer> unreleased) {
  public SessionState {
    subscriptions = List.copyOf(subscriptions);
    unfinished = List.copyOf(unfinished);
    unreleased = Set.copyOf(unreleased);
  }
}
