package io.glebe.core.problem;

import io.glebe.zarr.store.RangeOutsideObjectException;
import io.glebe.zarr.store.StoreException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Maps failures of the systems behind the platform to problems after which the same request may
 * succeed: object stores, full disks, broken connections. The client learns the kind of system, and
 * the log its message.
 */
public final class SystemProblems {
  private static final Logger LOG = LoggerFactory.getLogger(SystemProblems.class);
  private static final int MAX_CAUSES = 10;

  /** Parts of the messages with which operating systems report a full disk. */
  private static final Set<String> FULL =
      Set.of(
          "no space left on device", "disk quota exceeded", "file too large", "not enough space");

  /** Parts of the messages with which operating systems report a broken connection. */
  private static final Set<String> BROKEN =
      Set.of(
          "connection reset",
          "broken pipe",
          "connection refused",
          "connection timed out",
          "network is unreachable",
          "no route to host");

  private SystemProblems() {}

  /**
   * The problem for a failure of a system behind the platform; empty for any other failure.
   *
   * @param operation names the failed operation in the log
   */
  public static Optional<Problem> of(Throwable failure, String operation) {
    Throwable cause = failure;
    boolean store = false;
    for (int i = 0; cause != null && i < MAX_CAUSES; i++) {
      if (cause instanceof IOException io && says(io, FULL)) {
        LOG.error("{} found no space: {}", operation, io.getMessage());
        return Optional.of(noSpace());
      }
      if (cause instanceof RangeOutsideObjectException) {
        return Optional.empty(); // the object is damaged, and stays so
      }
      store |= cause instanceof StoreException;
      if (!store && isBroken(cause)) {
        LOG.warn("{} lost a system behind the platform: {}", operation, cause.getMessage());
        return Optional.of(
            Problem.tooBusy("a system behind the platform is not available", RetrySeconds.SHORT));
      }
      cause = cause.getCause();
    }
    if (store) {
      LOG.warn("{} failed in the object store: {}", operation, failure.getMessage());
      return Optional.of(
          Problem.tooBusy("the object store is not available", RetrySeconds.OBJECT_STORE));
    }
    return Optional.empty();
  }

  /** 503 for a full disk of the platform or of the database. */
  static Problem noSpace() {
    return Problem.tooBusy("there is no space left on the disk", RetrySeconds.DISK_SPACE);
  }

  private static boolean isBroken(Throwable cause) {
    return cause instanceof SocketException
        || cause instanceof ClosedChannelException
        || cause instanceof IOException io && says(io, BROKEN);
  }

  private static boolean says(IOException failure, Set<String> parts) {
    String message = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
    return parts.stream().anyMatch(message::contains);
  }
}
