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

/**
 * The members of a group that are not connected while their sessions stay, and the messages that
 * the group keeps for the first of them that comes back. The oldest messages are removed beyond the
 * limits. The group synchronizes the calls.
 */
final class AbsentMembers {
  /**
   * A message that waits.
   *
   * @param attempts to send it that are left after the next one
   */
  record Kept(int bytes, Sending sending, int attempts) {}

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
  private boolean closed;

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

  /**
   * A connection here has the session again. A member that was elsewhere in between is removed; any
   * other keeps what was kept for it, also when this connection ends before it joins the group.
   */
  void resumed(String session, SessionGeneration own) {
    removeBefore(session, own.previous());
    members.computeIfPresent(session, (key, member) -> new Absent(own, member.end()));
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

  /** Whether messages are kept, besides those that are being sent. */
  boolean hasMessages() {
    return !messages.isEmpty();
  }

  /** Keeps a message; returns how many are lost by it, this one or older ones. */
  int keep(int size, Sending sending) {
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
    messages.add(new Kept(size, sending, Attempts.MOST));
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

  /** Returns the next messages, so many at most; their bytes stay taken until they are sent. */
  List<Kept> next(int most) {
    List<Kept> next = new ArrayList<>();
    while (next.size() < most && !messages.isEmpty()) {
      next.add(messages.remove());
    }
    return next;
  }

  /** A message is sent, or lost. */
  void done(Kept message) {
    giveBack(message.bytes());
  }

  /** A message could not be sent now; returns how many are given up. */
  int again(Kept message) {
    if (closed || message.attempts() == 0) {
      done(message);
      return 1;
    }
    messages.addFirst(new Kept(message.bytes(), message.sending(), message.attempts() - 1));
    return 0;
  }

  /** Removes the messages; returns how many. */
  int clear() {
    int count = 0;
    while (!messages.isEmpty()) {
      count += removeOldest();
    }
    return count;
  }

  /** Ends the keeping; returns how many messages are lost by it. */
  int close() {
    closed = true;
    members.clear();
    int lost = clear();
    share.close();
    return lost;
  }
}
