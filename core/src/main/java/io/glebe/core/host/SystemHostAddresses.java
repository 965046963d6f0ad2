package io.glebe.core.host;

import io.glebe.core.thread.Awaiting;
import io.glebe.core.thread.OffLoop;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Looks up hosts with the resolver of the system, a few at a time. A look-up that takes too long
 * keeps its place until it ends, so slow name servers cannot collect threads.
 */
public final class SystemHostAddresses implements HostAddresses {
  private static final int PLACES = 8;
  private static final Duration LIMIT = Duration.ofSeconds(5);

  private final Semaphore places = new Semaphore(PLACES);

  @Override
  public List<InetAddress> of(String host) throws UnknownHostException {
    try {
      if (!places.tryAcquire(LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new UnknownHostException("too many look-ups at once");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnknownHostException(host);
    }
    try {
      return Awaiting.await(
          OffLoop.run(() -> resolved(host)).timeout(LIMIT.toMillis(), TimeUnit.MILLISECONDS));
    } catch (RuntimeException failure) {
      throw new UnknownHostException(host);
    }
  }

  private List<InetAddress> resolved(String host) throws UnknownHostException {
    try {
      return List.of(InetAddress.getAllByName(host));
    } finally {
      places.release();
    }
  }
}
