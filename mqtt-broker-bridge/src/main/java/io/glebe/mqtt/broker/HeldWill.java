package io.glebe.mqtt.broker;

import io.glebe.mqtt.limit.ByteBudget;
import io.glebe.mqtt.packet.ConnectRequest;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** The will of a client, whose bytes are counted until it is published or dropped. Thread-safe. */
final class HeldWill implements AutoCloseable {
  /** Heap that a will uses besides its texts, in bytes. */
  private static final int OVERHEAD = 64;

  private final ConnectRequest.Will will;
  private final ByteBudget.Share share;
  private final int bytes;
  private final AtomicBoolean dropped = new AtomicBoolean();

  private HeldWill(ConnectRequest.Will will, ByteBudget.Share share, int bytes) {
    this.will = will;
    this.share = share;
    this.bytes = bytes;
  }

  /**
   * Takes the bytes of a will; empty if they do not fit.
   *
   * @param share of its account; is closed with the will
   */
  static Optional<HeldWill> of(ConnectRequest.Will will, ByteBudget.Share share) {
    int bytes =
        will.payload().length + will.topic().getBytes(StandardCharsets.UTF_8).length + OVERHEAD;
    if (!share.tryTake(bytes)) {
      share.close();
      return Optional.empty();
    }
    return Optional.of(new HeldWill(will, share, bytes));
  }

  ConnectRequest.Will will() {
    return will;
  }

  /** The will is not needed any more. */
  @Override
  public void close() {
    if (dropped.compareAndSet(false, true)) {
      share.giveBack(bytes);
      share.close();
    }
  }
}
