package io.glebe.mqtt.packet;

import io.glebe.core.thread.LoopShare;
import io.glebe.mqtt.limit.ReadGate;
import io.netty.channel.ChannelHandlerContext;
import java.util.concurrent.TimeUnit;

/**
 * The packets of one client are handled in slices of {@value #PACKETS}. After each one, the other
 * connections of the event loop have their time, see {@link LoopShare}: one read may hold 30,000 of
 * the smallest packets. The client is not read while packets wait. Used on the event loop of the
 * channel.
 */
final class PacketSlices {
  static final int PACKETS = 64;

  private final ChannelHandlerContext channel;
  private final ReadGate gate;
  private final Runnable forward;
  private int left = PACKETS;
  private boolean scheduled;

  /**
   * @param forward handles the packets that wait, up to the end of a slice
   */
  PacketSlices(ChannelHandlerContext channel, ReadGate gate, Runnable forward) {
    this.channel = channel;
    this.gate = gate;
    this.forward = forward;
  }

  /** Notes that bytes have arrived; they begin a slice if no packet waits for the next one. */
  void arrived() {
    if (!scheduled) {
      left = PACKETS;
    }
  }

  /** Notes that a packet has begun. */
  void began() {
    left--;
  }

  /** Whether the next packet has to wait. */
  boolean isOver() {
    return left <= 0;
  }

  /**
   * Ends the work of this slice.
   *
   * @param waiting whether packets wait that have arrived
   */
  void end(boolean waiting) {
    boolean goesOn = waiting && isOver();
    gate.pause(ReadGate.Reason.SLICE, goesOn);
    if (goesOn && !scheduled) {
      scheduled = true;
      channel.executor().execute(this::next);
    }
  }

  private void next() {
    LoopShare share = LoopShare.ofThisLoop();
    long from = System.nanoTime();
    long delay = share.delay(from, false);
    if (delay > 0) {
      var _ = channel.executor().schedule(this::next, delay, TimeUnit.NANOSECONDS);
      return;
    }
    scheduled = false;
    left = PACKETS;
    long computed = LoopShare.computed();
    forward.run();
    share.used(from, LoopShare.computed() - computed, false);
  }
}
