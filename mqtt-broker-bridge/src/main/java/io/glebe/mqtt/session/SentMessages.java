package io.glebe.mqtt.session;

import io.glebe.core.sensor.session.UnfinishedMessage;
import io.glebe.mqtt.message.RoutedMessage;
import io.glebe.mqtt.message.RoutedMessage.Origin;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The messages of quality of service 1 and 2 that were sent to a client and are not completely
 * acknowledged, in their order. Used on the event loop of the connection.
 */
public final class SentMessages {
  /** The ids are divided into blocks, so that ids of an earlier process are not used again. */
  private static final int BLOCKS = 16;

  private static final int BLOCK = 4_095;

  /**
   * A sent message.
   *
   * @param message empty after a new connection, when the client has it already
   * @param received whether a message of quality 2 has arrived and is being completed
   */
  public record Sent(
      int packetId, Optional<RoutedMessage> message, Optional<Origin> origin, boolean received) {}

  private final Map<Integer, Sent> sent = new LinkedHashMap<>();
  private final Map<Origin, UnfinishedMessage> unfinished = new LinkedHashMap<>();
  private final int first;
  private int last;

  /**
   * @param block number of the connection of this session
   */
  SentMessages(int block) {
    first = Math.floorMod(block, BLOCKS) * BLOCK + 1;
    last = first - 1;
  }

  /** Takes over what an earlier connection has left; the client has some of it. */
  void restore(List<UnfinishedMessage> earlier) {
    for (UnfinishedMessage one : earlier) {
      Origin origin = new Origin(one.position(), one.part());
      unfinished.put(origin, one);
      if (one.received()) {
        sent.put(
            one.packetId(), new Sent(one.packetId(), Optional.empty(), Optional.of(origin), true));
      }
    }
  }

  /**
   * How a message is sent.
   *
   * @param again whether under the id of an earlier connection
   * @param skipped whether not at all, because the client has it
   * @param completed whether it is acknowledged completely
   */
  public record Place(int packetId, boolean again, boolean skipped, boolean completed) {}

  /** Adds a message that is sent now. */
  public Place add(RoutedMessage message) {
    Optional<UnfinishedMessage> earlier = message.origin().map(unfinished::remove);
    if (earlier.isPresent() && earlier.get().received()) {
      int known = earlier.get().packetId();
      return new Place(known, true, true, !sent.containsKey(known));
    }
    int id = earlier.map(UnfinishedMessage::packetId).orElseGet(this::freeId);
    sent.put(id, new Sent(id, Optional.of(message), message.origin(), false));
    return new Place(id, earlier.isPresent(), false, false);
  }

  private int freeId() {
    do {
      last = last >= first + BLOCK - 1 ? first : last + 1;
    } while (sent.containsKey(last));
    return last;
  }

  /** Ends a message; empty for an unknown id. */
  public Optional<Sent> remove(int packetId) {
    return Optional.ofNullable(sent.remove(packetId));
  }

  /** Notes that the client has a message of quality 2; false for an unknown id. */
  public boolean received(int packetId) {
    return sent.computeIfPresent(
            packetId, (id, one) -> new Sent(id, one.message(), one.origin(), true))
        != null;
  }

  public int size() {
    return sent.size();
  }

  /** The sent messages in their order. */
  public List<Sent> all() {
    return List.copyOf(sent.values());
  }

  /** What the next connection has to complete. */
  List<UnfinishedMessage> unfinished() {
    List<UnfinishedMessage> left = new ArrayList<>();
    unfinished.values().stream()
        .filter(one -> !sent.containsKey(one.packetId()))
        .forEach(left::add);
    for (Sent one : sent.values()) {
      one.origin()
          .ifPresent(
              origin ->
                  left.add(
                      new UnfinishedMessage(
                          origin.position(), origin.part(), one.packetId(), one.received())));
    }
    return left;
  }
}
