package io.glebe.api.boot;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts that have been started, closed in reverse order. If a part fails to close, the other
 * parts are still closed. Thread-safe.
 */
final class ShutdownSequence implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ShutdownSequence.class);

  private record Part(String name, AutoCloseable closeable) {}

  private final Deque<Part> parts = new ArrayDeque<>();
  private boolean closed;

  /** Adds a part; after the shutdown has begun, the part is closed at once. */
  <T extends AutoCloseable> T add(String name, T closeable) {
    boolean late;
    synchronized (this) {
      late = closed;
      if (!late) {
        parts.push(new Part(name, closeable));
      }
    }
    if (late) {
      close(new Part(name, closeable));
      throw new IllegalStateException("stopped while starting");
    }
    return closeable;
  }

  @Override
  public void close() {
    Part part = next();
    while (part != null) {
      close(part);
      part = next();
    }
  }

  private synchronized Part next() {
    closed = true;
    return parts.poll();
  }

  private static void close(Part part) {
    try {
      part.closeable.close();
    } catch (Throwable e) { // errors as well: the other parts must be closed
      LOG.warn("closing {} failed", part.name, e);
    }
  }
}
