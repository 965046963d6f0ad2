package io.glebe.bench.load;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/**
 * One device that keeps a window of unacknowledged messages (MQTT 3.1.1, quality of service 1): as
 * cheap as can be, for it shares the processors with what it measures. Belongs to its event loop.
 */
final class RawPublisher {
  /** Latencies are counted in steps of 0.1 ms up to 20 s. */
  static final int BUCKETS = 200_000;

  private static final long BUCKET_NANOS = 100_000;
  private static final int IDS = 1024;
  private static final int ANSWER_BYTES = 4;
  private static final int CONNACK = 0x20;
  private static final int PUBACK = 0x40;

  private final byte[] topic;
  private final int window;
  private final BooleanSupplier going;
  private final Tally tally;
  private final long[] sentAt = new long[IDS];
  private final Promise<Void> connected = Promise.promise();
  private final Promise<Void> done = Promise.promise();
  private final Instant start;
  private Buffer rest = Buffer.buffer();
  private NetSocket socket;
  private int sent;
  private int waiting;

  /** What all devices together have seen. */
  record Tally(LongAdder acknowledged, AtomicLongArray latencies) {
    Tally() {
      this(new LongAdder(), new AtomicLongArray(BUCKETS));
    }

    /** Milliseconds within which that share of the messages was acknowledged. */
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

  RawPublisher(long datastream, Instant start, int window, BooleanSupplier going, Tally tally) {
    this.topic =
        ("v1.1/Datastreams(" + datastream + ")/Observations").getBytes(StandardCharsets.UTF_8);
    this.start = start;
    this.window = window;
    this.going = going;
    this.tally = tally;
  }

  Future<Void> connect(NetClient client, int port, String account, String password, int number) {
    return client
        .connect(port, "127.0.0.1")
        .compose(
            open -> {
              socket = open;
              socket.handler(this::read);
              socket.closeHandler(closed -> fail("the connection was closed"));
              socket.write(hello(account, password, number));
              return connected.future();
            });
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

  /** Starts to publish; completes when nothing is waiting after the end. */
  Future<Void> publish() {
    Buffer all = Buffer.buffer();
    for (int i = 0; i < window; i++) {
      all.appendBuffer(next());
    }
    socket.write(all);
    return done.future();
  }

  private Buffer next() {
    int id = sent % (IDS - 1) + 1;
    sentAt[id] = System.nanoTime();
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
    Buffer all = rest.length() == 0 ? bytes : rest.appendBuffer(bytes);
    int whole = all.length() - all.length() % ANSWER_BYTES;
    Buffer out = Buffer.buffer();
    for (int at = 0; at < whole; at += ANSWER_BYTES) {
      answer(all.getUnsignedByte(at), all.getUnsignedShort(at + 2), out);
    }
    rest = all.getBuffer(whole, all.length());
    if (out.length() > 0) {
      socket.write(out);
    }
    if (!going.getAsBoolean() && waiting == 0) {
      done.tryComplete();
    }
  }

  private void answer(int type, int value, Buffer out) {
    if (type == CONNACK && value == 0) {
      connected.tryComplete();
    } else if (type == PUBACK) {
      waiting--;
      tally.acknowledged().increment();
      long bucket = (System.nanoTime() - sentAt[value]) / BUCKET_NANOS;
      tally.latencies().incrementAndGet((int) Math.min(BUCKETS - 1, bucket));
      if (going.getAsBoolean()) {
        out.appendBuffer(next());
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
    socket.closeHandler(closed -> done.tryComplete());
    return socket.close();
  }
}
