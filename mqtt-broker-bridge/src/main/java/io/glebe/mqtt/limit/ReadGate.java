package io.glebe.mqtt.limit;

import io.netty.channel.ChannelHandlerContext;
import java.util.EnumSet;
import java.util.Set;

/**
 * Whether the server reads from one client: it does so while there is no reason to pause. Used on
 * the event loop of the channel.
 */
public final class ReadGate {
  /** Why a client is not read. */
  public enum Reason {
    /** Its sign-in is being checked. */
    SIGN_IN,
    /** Too many of its messages wait, or the store accepts no more. */
    QUEUE,
    /** Its next message does not fit into the budget. */
    BUDGET,
    /** Packets that it has sent wait for the time of the event loop. */
    SLICE,
    /** Its account publishes more bytes a second than allowed. */
    RATE,
    /** It does not read what it has been sent. */
    UNREAD,
    /** The server stops. */
    STOP
  }

  private final ChannelHandlerContext channel;
  private final Set<Reason> reasons = EnumSet.noneOf(Reason.class);

  private int changes;

  public ReadGate(ChannelHandlerContext channel) {
    this.channel = channel;
  }

  /** Adds or removes a reason to pause. */
  public void pause(Reason reason, boolean pauses) {
    boolean changed = pauses ? reasons.add(reason) : reasons.remove(reason);
    if (changed) {
      changes++;
      channel.channel().config().setAutoRead(reasons.isEmpty());
    }
  }

  /** Number of pauses that have begun or ended. */
  public int pauses() {
    return changes;
  }

  public boolean isPaused() {
    return !reasons.isEmpty();
  }
}
