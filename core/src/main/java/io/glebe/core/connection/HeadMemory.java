package io.glebe.core.connection;

import io.glebe.core.config.ConnectionSettings;
import io.glebe.core.config.MemorySettings;
import io.glebe.core.config.Settings;
import io.glebe.core.memory.MemoryBudget;
import io.glebe.core.problem.Problem;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The heap that the heads of HTTP requests hold: those that have not ended, and those of requests
 * that have not been answered. A line of four bytes becomes objects of more than a hundred. Each
 * connection knows the memory of its process. Thread-safe.
 */
public final class HeadMemory {
  /** Bytes of the objects of a header beside its text. */
  public static final int HEADER_BYTES = 128;

  private static final AttributeKey<HeadMemory> OF_CONNECTION =
      AttributeKey.valueOf(HeadMemory.class, "heads");

  private final MemoryBudget budget;
  private final int headers;

  private HeadMemory(MemoryBudget budget, int headers) {
    this.budget = budget;
    this.headers = headers;
  }

  public static HeadMemory of(Settings settings) {
    return new HeadMemory(
        new MemoryBudget(
            "heads of requests",
            settings.get(MemorySettings.HEAD_MEMORY),
            settings.get(MemorySettings.HEAD_MEMORY_OF_ADDRESS)),
        settings.get(ConnectionSettings.MAX_HEADERS));
  }

  /** That of the process of a connection; one without limits for a connection of another origin. */
  public static HeadMemory of(Channel connection) {
    HeadMemory known = connection.attr(OF_CONNECTION).get();
    return known == null
        ? new HeadMemory(
            new MemoryBudget("heads of requests", Long.MAX_VALUE / 2, Long.MAX_VALUE / 2),
            Integer.MAX_VALUE)
        : known;
  }

  /** Has the connection use this memory. */
  public void attach(Channel connection) {
    connection.attr(OF_CONNECTION).set(this);
  }

  /** The bytes that all heads hold. */
  public MemoryBudget budget() {
    return budget;
  }

  /** Most headers of a request. */
  public int headers() {
    return headers;
  }

  /** The memory of one head of a client. */
  public Lease lease(InetAddress client) {
    return new Lease(budget.lease(client));
  }

  /** The memory of the head that a connection is reading. */
  public static Lease reading(Channel connection) {
    HeadMemory memory = of(connection);
    @Nullable InetAddress client =
        connection.remoteAddress() instanceof InetSocketAddress peer ? peer.getAddress() : null;
    return memory.lease(client == null ? InetAddress.getLoopbackAddress() : client);
  }

  /** What a part of a head holds when it has been decoded, in bytes. */
  public static long cost(ByteBuf part) {
    long cost = 2L * part.readableBytes();
    int end = part.writerIndex();
    for (int i = part.readerIndex(); i < end; i++) {
      if (part.getByte(i) == '\n') {
        cost += HEADER_BYTES;
      }
    }
    return cost;
  }

  /** Held until it is released or closed. Thread-safe. */
  public static final class Lease implements AutoCloseable {
    private final MemoryBudget.Lease lease;

    private Lease(MemoryBudget.Lease lease) {
      this.lease = lease;
    }

    /** Takes more bytes; false when there are none for this client. */
    public boolean take(long bytes) {
      try {
        lease.grow(bytes);
        return true;
      } catch (Problem full) {
        return false;
      }
    }

    /** Gives everything back; more can be taken afterwards. */
    public void release() {
      lease.hold(0);
    }

    @Override
    public void close() {
      lease.close();
    }
  }
}
