package io.glebe.mqtt.bridge;

import io.glebe.core.sensor.BridgeSessions;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes over the sessions of processes that are gone. The broker still gives them a part of the
 * messages: this process connects with their client id, stores what waits there, and ends the
 * session. One session at a time.
 */
public final class AbandonedSessions implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AbandonedSessions.class);
  private static final long BEAT_MILLIS = 5_000;

  /** Time without a message after which a session counts as empty. */
  private static final Duration QUIET = Duration.ofSeconds(3);

  private static final long STEP_MILLIS = 200;

  /** How long the broker keeps the session if taking it over is interrupted. */
  private static final Duration KEPT = Duration.ofHours(1);

  /** Opens a bridge with another client id. */
  @FunctionalInterface
  public interface Opening {
    BrokerBridge open(BridgeSession session) throws IOException;
  }

  private final Vertx vertx;
  private final BridgeSessions sessions;
  private final Opening opening;
  private final Duration silence;
  private final String host;
  private final long timer;
  private final Deque<String> waiting = new ArrayDeque<>();

  /** Those that wait and the one that is being emptied. */
  private final Set<String> taken = new LinkedHashSet<>();

  private boolean busy;
  private volatile boolean closed;

  /**
   * @param silence time without a sign after which a process counts as gone
   */
  public AbandonedSessions(
      Vertx vertx, BridgeSessions sessions, Opening opening, Duration silence) {
    this.vertx = vertx;
    this.sessions = sessions;
    this.opening = opening;
    this.silence = silence;
    this.host = host();
    this.timer = vertx.setPeriodic(1, BEAT_MILLIS, tick -> beat());
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }

  private void beat() {
    sessions
        .seen(host)
        .compose(seen -> sessions.keep(taken()))
        .compose(kept -> sessions.take(silence))
        .onSuccess(this::take)
        .onFailure(failure -> LOG.debug("sessions at the broker are not known now", failure));
  }

  private synchronized List<String> taken() {
    return List.copyOf(taken);
  }

  private synchronized void take(List<String> ids) {
    ids.stream().filter(taken::add).forEach(waiting::add);
    next();
  }

  private synchronized void next() {
    String id = busy || closed ? null : waiting.poll();
    if (id == null) {
      return;
    }
    busy = true;
    LOG.warn("taking over the session {} at the MQTT broker, whose process is gone", id);
    OffLoop.run(() -> empty(id))
        .compose(sessions::ended)
        .recover(
            failure -> {
              LOG.warn("the session {} was not taken over", id, failure);
              return sessions.giveBack(id);
            })
        .onComplete(
            done -> {
              synchronized (this) {
                busy = false;
                taken.remove(id);
              }
              next();
            });
  }

  private String empty(String id) throws IOException {
    try (BrokerBridge bridge = opening.open(new BridgeSession(id, KEPT, false))) {
      while (bridge.failure().isPresent()) {
        pause();
      }
      bridge.unsubscribe(); // only what waits already shall arrive
      while (bridge.silence().compareTo(QUIET) < 0) {
        pause();
      }
      bridge.endSession();
    }
    return id;
  }

  private void pause() throws IOException {
    if (closed) {
      throw new IOException("the process stops");
    }
    vertx.timer(STEP_MILLIS).await();
  }

  /** Forgets the session of this process when it has ended at the broker. */
  public Future<Void> forget() {
    return sessions.ended();
  }

  @Override
  public void close() {
    closed = true;
    vertx.cancelTimer(timer);
  }
}
