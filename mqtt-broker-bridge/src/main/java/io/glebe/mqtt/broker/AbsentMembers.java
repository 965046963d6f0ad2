package io.glebe.mqtt.broker;

import io.glebe.core.sensor.session.SessionGeneration;
import io.glebe.mqtt.limit.ByteBudget;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The members of a group that are not connected while their sessions stay, and the messages that
 * the group keeps for the first of them that comes back. The oldest messages are removed beyond the
 * limits. The group synchronizes the calls.
 */
final class AbsentMembers {
  /** A message that waits, as what sends it to a client. */
  private record Kept(int bytes, Consumer<ClientConnection> sending) {}

  /**
   * A member.
   *
   * @param generation number of its last connection here
   * @param end of its session, in nanoseconds
   */
  private record Absent(SessionGeneration generation, long end) {}

  private final ByteBudget.Share share;
  private final int maxMessages;
  private final long maxBytes;
  private final Map<String, Absent> members = new HashMap<>();
  private final Deque<Kept> messages = new ArrayDeque<>();
  private long bytes;

  /**
   * @param share what the bytes of the messages are taken from
   * @param maxMessages that are kept
   * @param maxBytes of these messages
   */
  AbsentMembers(ByteBudget.Share share, int maxMessages, long maxBytes) {
    this.share = share;
    this.maxMessages = maxMessages;
    this.maxBytes = maxBytes;
  }

  /** A member has left; its session stays for this time. */
  void add(String session, SessionGeneration generation, Duration stay) {
    members.put(session, new Absent(generation, System.nanoTime() + stay.toNanos()));
  }

  /** The session of a member has ended, or its client is connected. */
  void remove(String session) {
    members.remove(session);
  }

  /** A connection of this number has the session; it may be the one that was here last. */
  void removeBefore(String session, SessionGeneration generation) {
    members.computeIfPresent(
        session, (key, member) -> member.generation().isBefore(generation) ? null : member);
  }

  boolean isEmpty() {
    long now = System.nanoTime();
    members.values().removeIf(member -> member.end() - now <= 0);
    return members.isEmpty();
  }

  /** Keeps a message; returns how many are lost by it, this one or older ones. */
  int keep(int size, Consumer<ClientConnection> sending) {
    int lost = 0;
    while (!messages.isEmpty() && (messages.size() >= maxMessages || bytes + size > maxBytes)) {
      lost += removeOldest();
    }
    while (!share.tryTake(size)) {
      if (messages.isEmpty()) {
        return lost + 1;
      }
      lost += removeOldest();
    }
    messages.add(new Kept(size, sending));
    bytes += size;
    return lost;
  }

  private int removeOldest() {
    giveBack(messages.remove().bytes());
    return 1;
  }

  private void giveBack(long given) {
    bytes -= given;
    share.giveBack(given);
  }

  /** Removes and returns the messages, in their order. */
  List<Consumer<ClientConnection>> takeAll() {
    List<Consumer<ClientConnection>> all = new ArrayList<>(messages.size());
    messages.forEach(kept -> all.add(kept.sending()));
    messages.clear();
    giveBack(bytes);
    return all;
  }

  /** Ends the keeping; returns how many messages are lost by it. */
  int close() {
    int lost = takeAll().size();
    members.clear();
    share.close();
    return lost;
  }
}
