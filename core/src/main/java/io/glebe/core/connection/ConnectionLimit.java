package io.glebe.core.connection;

import io.glebe.core.config.AddressRanges;
import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open connections of one protocol, in all and for each client network. Refused connections are
 * counted, with one log line in {@value #PAUSE_SECONDS} seconds. Thread-safe.
 */
public final class ConnectionLimit {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionLimit.class);
  private static final int PAUSE_SECONDS = 10;
  private static final long PAUSE_NANOS = Duration.ofSeconds(PAUSE_SECONDS).toNanos();

  private final String protocol;
  private final int total;
  private final int perNetwork;
  private final AddressRanges proxies;
  private final ConnectionRate rate;
  private final AtomicInteger open = new AtomicInteger();
  private final ConcurrentHashMap<String, Integer> byNetwork = new ConcurrentHashMap<>();
  private final AtomicLong refusedByTotal = new AtomicLong();
  private final AtomicLong refusedByNetwork = new AtomicLong();
  private final AtomicLong logged = new AtomicLong(System.nanoTime() - PAUSE_NANOS);

  /**
   * @param protocol for the log
   * @param total most open connections
   * @param perNetwork most open connections of one client network
   * @param perSecond connections of one client network that begin in a second; more wait for their
   *     turn, for {@value ConnectionRate#MOST_SECONDS} s at most; 0 for no limit
   * @param proxies have no limit of their own, because many clients share their addresses
   */
  public ConnectionLimit(
      String protocol, int total, int perNetwork, int perSecond, AddressRanges proxies) {
    this.protocol = protocol;
    this.total = total;
    this.perNetwork = perNetwork;
    this.rate = new ConnectionRate(perSecond, System::nanoTime);
    this.proxies = proxies;
  }

  /** Counts a connection; an admitted one must be reported to {@link #closed} once. */
  public boolean admits(InetAddress client) {
    String network = ClientNetwork.of(client);
    if (!proxies.contains(client) && !networkTakes(network)) {
      refused(refusedByNetwork, "of " + network + ", which has " + perNetwork + " open");
      return false;
    }
    if (open.incrementAndGet() > total) {
      closed(client);
      refused(refusedByTotal, "because " + total + " are open");
      return false;
    }
    return true;
  }

  /**
   * Nanoseconds that an admitted connection waits for its turn; 0 for none. Negative where it would
   * be too long, and the connection has to be closed: its client has probably left by then, which
   * nobody sees before it is read.
   */
  public long waitNanos(InetAddress client) {
    if (proxies.contains(client)) {
      return 0;
    }
    String network = ClientNetwork.of(client);
    long wait = rate.next(network);
    if (wait < 0) {
      refused(refusedByNetwork, "of " + network + ", which opens too many in a second");
    }
    return wait;
  }

  private boolean networkTakes(String network) {
    boolean[] takes = {false};
    byNetwork.compute(
        network,
        (same, count) -> {
          int now = count == null ? 0 : count;
          takes[0] = now < perNetwork;
          return takes[0] ? Integer.valueOf(now + 1) : count;
        });
    return takes[0];
  }

  /** An admitted connection has ended. */
  public void closed(InetAddress client) {
    open.decrementAndGet();
    if (!proxies.contains(client)) {
      byNetwork.computeIfPresent(
          ClientNetwork.of(client), (same, count) -> count == 1 ? null : count - 1);
    }
  }

  private void refused(AtomicLong count, String reason) {
    long refused = count.incrementAndGet();
    long now = System.nanoTime();
    long last = logged.get();
    if (now - last >= PAUSE_NANOS && logged.compareAndSet(last, now)) {
      LOG.warn("{} connections: one is closed {}; {} so far", protocol, reason, refused);
    }
  }

  /** Connections that are open. */
  public int open() {
    return open.get();
  }

  /** Connections that were closed because there were too many in all. */
  public long refusedByTotal() {
    return refusedByTotal.get();
  }

  /** Connections that were closed because their client had too many. */
  public long refusedByNetwork() {
    return refusedByNetwork.get();
  }
}
