package io.glebe.mqtt.packet;

import io.glebe.mqtt.limit.ByteBudget;
import io.glebe.mqtt.limit.MqttLimits;
import io.glebe.mqtt.limit.ReadGate;
import io.glebe.mqtt.limit.StallDeadline;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.mqtt.MqttMessage;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Admits each packet of one client that has signed in, by the length in its header, before its
 * content reaches the decoder. While the budget of the client, of its account or of the process is
 * used up, the client is not read. Whoever handles a packet gives its bytes back. A client that
 * begins a packet and does not complete it causes {@link Event#PACKET_STALLED}. Used on the event
 * loop of the channel.
 */
public final class PacketAdmission extends ChannelInboundHandlerAdapter {
  /** What the handlers after this one are told. */
  public enum Event {
    /** The client has begun a packet and does not complete it. */
    PACKET_STALLED
  }

  private final ReadGate gate;
  private final ByteBudget.Share share;
  private final MqttLimits limits;
  private final PacketLength header = new PacketLength();
  private final Deque<ByteBuf> input = new ArrayDeque<>();
  private ChannelHandlerContext channel;
  private StallDeadline deadline;
  private PacketSlices slices;

  /** Bytes of this client's packets that have been taken from the budget. */
  private long held;

  /** Bytes of the next packet that have not yet been taken; 0 when there is none. */
  private int next;

  private ByteBudget.@Nullable Waiting waiting;

  /** Bytes of the current packet that have not yet arrived. */
  private int missing;

  /** The input is no valid MQTT; the decoder refuses it. */
  private boolean invalid;

  private long arrived;
  private boolean pumping;
  private boolean closed;

  /**
   * @param share what the bytes are taken from; is closed with this handler
   */
  public PacketAdmission(ReadGate gate, ByteBudget.Share share, MqttLimits limits) {
    this.gate = gate;
    this.share = share;
    this.limits = limits;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    channel = context;
    slices = new PacketSlices(context, gate, this::forwardAdmitted);
    deadline =
        new StallDeadline(
            context.executor(),
            limits.stall(),
            () -> !closed && (missing > 0 || header.isBegun()),
            gate::isPaused,
            () -> arrived + (long) gate.pauses() * StallDeadline.MIN_BYTES,
            () -> context.fireUserEventTriggered(Event.PACKET_STALLED));
  }

  /** Whether this client is read. */
  public ReadGate gate() {
    return gate;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (!(message instanceof ByteBuf bytes)) {
      context.fireChannelRead(message);
      return;
    }
    if (closed) {
      bytes.release();
      return;
    }
    arrived += bytes.readableBytes();
    input.add(bytes);
    slices.arrived();
    forwardAdmitted();
  }

  /** Passes on the input that is admitted. */
  private void forwardAdmitted() {
    if (pumping) {
      return;
    }
    pumping = true;
    try {
      ByteBuf bytes = nextInput();
      boolean passes = bytes != null;
      while (bytes != null) {
        pass(bytes);
        bytes = nextInput();
      }
      if (passes) {
        channel.flush(); // the answers leave together
      }
    } finally {
      pumping = false;
    }
    gate.pause(ReadGate.Reason.BUDGET, next > 0);
    slices.end(next == 0 && !input.isEmpty());
    deadline.start();
  }

  private @Nullable ByteBuf nextInput() {
    return !slices.isOver() && isAdmitted() ? input.poll() : null;
  }

  private void pass(ByteBuf bytes) {
    int end = admittedEnd(bytes);
    if (end < bytes.writerIndex()) {
      input.addFirst(bytes.retainedSlice(end, bytes.writerIndex() - end));
      bytes.writerIndex(end);
    }
    channel.fireChannelRead(bytes);
  }

  /** Reads the headers of packets up to one that is not admitted, or to the end of the slice. */
  private int admittedEnd(ByteBuf bytes) {
    int at = bytes.readerIndex();
    int end = bytes.writerIndex();
    while (at < end && !invalid) {
      if (missing > 0) {
        int part = Math.min(missing, end - at);
        missing -= part;
        at += part;
      } else if (slices.isOver() && !header.isBegun()) {
        return at;
      } else if (readHeader(bytes.getByte(at++)) && !isAdmitted()) {
        return at;
      }
    }
    return end;
  }

  /** Reads one byte of a header; returns whether it was the last one. */
  private boolean readHeader(byte value) {
    if (!header.read(value)) {
      invalid = header.isInvalid();
      return false;
    }
    slices.began();
    missing = header.bytes();
    invalid = missing > limits.client().packetBytes();
    next = invalid ? 0 : missing + ByteBudget.OVERHEAD;
    return true;
  }

  private boolean isAdmitted() {
    if (next == 0 || closed) {
      return !closed;
    }
    if (waiting != null || (held > 0 && held + next > limits.clientBytes())) {
      return false;
    }
    if (share.tryTake(next)) {
      taken(next);
      return true;
    }
    int bytes = next;
    waiting = share.await(bytes, () -> channel.executor().execute(() -> admitted(bytes)));
    return false;
  }

  private void taken(int bytes) {
    held += bytes;
    next = 0;
  }

  private void admitted(int bytes) {
    if (closed) {
      share.giveBack(bytes);
      return;
    }
    waiting = null;
    taken(bytes);
    forwardAdmitted();
  }

  /** The bytes that were taken for a packet. */
  public static int bytes(MqttMessage message) {
    return message.fixedHeader().remainingLength() + ByteBudget.OVERHEAD;
  }

  /** Gives back the bytes of a packet that has been handled, also after the end. */
  public void handled(long bytes) {
    long back = Math.min(bytes, held);
    held -= back;
    share.giveBack(back);
    if (next > 0) {
      forwardAdmitted();
    }
  }

  /**
   * Frees everything except the packets that are being handled.
   *
   * @param beingHandled their bytes, which are given back later
   */
  public void close(long beingHandled) {
    closed = true;
    input.forEach(ByteBuf::release);
    input.clear();
    if (waiting != null && share.cancel(waiting)) {
      waiting = null;
    }
    handled(Math.max(0, held - beingHandled));
    share.close();
  }
}
