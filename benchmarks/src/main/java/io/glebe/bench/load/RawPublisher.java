package io.glebe.bench.load;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One device (MQTT 3.1.1, quality of service 1). It keeps a window of unacknowledged messages, or
 * sends on request. It uses as little CPU as possible, because it shares the processors with the
 * measured platform. Confined to its event loop.
 */
final class RawPublisher {
  /** Latencies are counted in steps of 0.1 ms, up to 20 s. */
  static final int BUCKETS = 200_000;

  private static final long BUCKET_NANOS = 100_000;
  private static final int IDS = 1024;
  private static final Acknowledgements IDLE = new Acknowledgements();
  private static final int ANSWER_BYTES = 4;
  private static final int CONNACK = 0x20;
  private static final int PUBACK = 0x40;

  private final byte[] topic;
  private final long[] sentAt = new long[IDS];
  private final Deque<Long> late = new ArrayDeque<>();
  private final Promise<Void> connected = Promise.promise();
  private Promise<Void> done = Promise.promise();
  private Acknowledgements acknowledgements = IDLE;
  private BooleanSupplier going = () -> false;
  private boolean sending;
  private int window;
  private final Instant start;
  private Buffer begun = Buffer.buffer();
  private @Nullable NetSocket socket;
  private int sent;
  private int waiting;

  /** The acknowledgements of all devices together. */
  record Acknowledgements(LongAdder acknowledged, AtomicLongArray latencies) {
    Acknowledgements() {
      this(new LongAdder(), new AtomicLongArray(BUCKETS));
    }

    /** The latency in milliseconds that this share of the messages did not exceed. */
    double millis(double share) {
      long wanted = (long) Math.ceil(acknowledged.sum() * share);
      long seen = 0;
      for (int i = 0; i < BUCKETS; i++) {
        seen += latencies.get(i);
        if (seen >= wanted) {
          return (i + 1) / 10.0;
        }
      }
      return BUCKETS / 10.0;
    }
  }

  RawPublisher(long datastream, Instant start) {
    this.topic =
        ("v1.1/Datastreams(" + datastream + ")/Observations").getBytes(StandardCharsets.UTF_8);
    this.start = start;
  }

  Future<Void> connect(NetClient client, int port, String account, String password, int number) {
    return client
        .connect(port, "127.0.0.1")
        .compose(
            open -> {
              socket = open;
              open.handler(this::read);
              open.closeHandler(closed -> fail("the connection was closed"));
              open.write(hello(account, password, number));
              return connected.future();
            });
  }

  private NetSocket socket() {
    return Objects.requireNonNull(socket, "the device is connected");
  }

  private static Buffer hello(String account, String password, int number) {
    Buffer body = Buffer.buffer();
    text(body, "MQTT");
    body.appendByte((byte) 4).appendByte((byte) 0xC2).appendShort((short) 0);
    text(body, "load-" + number);
    text(body, account);
    text(body, password);
    return packet(0x10, body);
  }

  private static void text(Buffer body, String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    body.appendShort((short) utf8.length).appendBytes(utf8);
  }

  private static Buffer packet(int first, Buffer body) {
    Buffer packet = Buffer.buffer(body.length() + ANSWER_BYTES).appendByte((byte) first);
    int length = body.length();
    do {
      int digit = length % 128;
      length /= 128;
      packet.appendByte((byte) (length > 0 ? digit | 0x80 : digit));
    } while (length > 0);
    return packet.appendBuffer(body);
  }

  /**
   * Keeps the window full while {@code meanwhile} is true; completes when every message is
   * acknowledged after that.
   */
  Future<Void> saturate(int messages, BooleanSupplier meanwhile, Acknowledgements into) {
    begin(messages, into);
    going = meanwhile;
    Buffer all = Buffer.buffer();
    for (int i = 0; i < window; i++) {
      all.appendBuffer(next(System.nanoTime()));
    }
    socket().write(all);
    return done.future();
  }

  /** Sends on request; completes when every message is acknowledged after {@link #finish()}. */
  Future<Void> pace(int messages, Acknowledgements into) {
    begin(messages, into);
    sending = true;
    return done.future();
  }

  private void begin(int messages, Acknowledgements into) {
    window = messages;
    acknowledgements = into;
    done = Promise.promise();
    going = () -> false;
  }

  /** Sends a message with this due time; the message waits while the window is full. */
  void send(long dueNanos) {
    if (waiting < window) {
      socket().write(next(dueNanos));
    } else {
      late.add(dueNanos);
    }
  }

  /** Ends the sending of messages. */
  void finish() {
    sending = false;
    rest();
  }

  private void rest() {
    if (waiting == 0 && !sending && late.isEmpty() && !going.getAsBoolean()) {
      done.tryComplete();
    }
  }

  private Buffer next(long sinceNanos) {
    int id = sent % (IDS - 1) + 1;
    sentAt[id] = sinceNanos;
    String json =
        "{\"result\":"
            + sent % 400 / 10.0
            + ",\"phenomenonTime\":\""
            + start.plusSeconds(sent)
            + "\"}";
    sent++;
    waiting++;
    Buffer body = Buffer.buffer();
    body.appendShort((short) topic.length).appendBytes(topic).appendShort((short) id);
    return packet(0x32, body.appendString(json));
  }

  private void read(Buffer bytes) {
    Buffer all = begun.length() == 0 ? bytes : begun.appendBuffer(bytes);
    int whole = all.length() - all.length() % ANSWER_BYTES;
    Buffer out = Buffer.buffer();
    for (int at = 0; at < whole; at += ANSWER_BYTES) {
      answer(all.getUnsignedByte(at), all.getUnsignedShort(at + 2), out);
    }
    begun = all.getBuffer(whole, all.length());
    if (out.length() > 0) {
      socket().write(out);
    }
    rest();
  }

  private void answer(int type, int value, Buffer out) {
    if (type == CONNACK && value == 0) {
      connected.tryComplete();
    } else if (type == PUBACK) {
      waiting--;
      acknowledgements.acknowledged().increment();
      long bucket = (System.nanoTime() - sentAt[value]) / BUCKET_NANOS;
      acknowledgements.latencies().incrementAndGet((int) Math.min(BUCKETS - 1, bucket));
      if (!late.isEmpty()) {
        out.appendBuffer(next(late.poll()));
      } else if (going.getAsBoolean()) {
        out.appendBuffer(next(System.nanoTime()));
      }
    } else {
      fail("answered " + type + " " + value);
    }
  }

  private void fail(String why) {
    connected.tryFail(why);
    done.tryFail(why);
  }

  Future<Void> close() {
    socket().closeHandler(closed -> done.tryComplete());
    return socket().close();
  }
}
