package io.glebe.api.farm.record;

import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.ClientDeparture;
import io.glebe.api.http.Reply;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.json.Splice;
import io.glebe.core.memory.MemoryBudget;
import io.glebe.core.memory.RequestResources;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.RetrySeconds;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.change.ChangeSignals;
import io.glebe.core.record.read.RecordPage;
import io.glebe.core.thread.Awaiting;
import io.glebe.core.thread.Departure;
import io.vertx.core.Future;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An open stream of changes. It runs on a virtual thread, holds at most one page in memory and
 * reads the next page only after the client has taken the last one, with the permissions of that
 * time. It ends after {@link #LIFE}, when permissions may have changed and when the token expires,
 * so that the client reconnects with its last event id and is authorized again. It also ends when
 * there is no memory for a large page.
 */
final class ChangeStream implements Reply.Writer {
  private static final Logger LOG = LoggerFactory.getLogger(ChangeStream.class);
  private static final Duration HEARTBEAT = Duration.ofSeconds(15);

  /** Interval of the checks whether the client has left. */
  private static final Duration GLANCE = Duration.ofSeconds(1);

  private static final Duration LIFE = Duration.ofMinutes(10);
  private static final int RETRY_MILLIS = 1000;
  private static final String KEEP_ALIVE = ": keep-alive\n\n";
  private static final byte[] NOTHING = {};

  private static final List<String> GRANTING = List.of("users", "roles", "access-assignments");

  private final RecordService records;
  private final ChangeReads reads;
  private final ChangeSignals signals;
  private final ApiRequest request;
  private final MemoryBudget.Lease memory;
  private final Departure departure;
  private final StreamPosition position;
  private final Runnable released;
  private final List<String> paths;
  private final Instant until = Instant.now().plus(LIFE);
  private final long grants;
  private boolean ended;

  ChangeStream(
      RecordService records,
      ChangeReads reads,
      ChangeSignals signals,
      ApiRequest request,
      StreamPosition position,
      Runnable released) {
    this.records = records;
    this.reads = reads;
    this.signals = signals;
    this.request = request;
    RequestResources resources = ClientDeparture.resources(request);
    this.memory = resources.memory();
    this.departure = resources.departure();
    this.position = position;
    this.released = released;
    this.paths = position.types().stream().map(EntityType::path).toList();
    this.grants = signals.sum(GRANTING);
  }

  /** Checks permissions and cursors of all collections before the response starts. */
  Future<Void> open() {
    Future<?> checked = Future.succeededFuture();
    for (EntityType type : position.types()) {
      checked =
          checked.compose(
              done -> records.lists().check(request.caller(), type, position.next(type)));
    }
    return checked.mapEmpty();
  }

  synchronized void end() {
    if (!ended) {
      ended = true;
      released.run();
    }
  }

  @Override
  public void write(OutputStream output) throws IOException {
    try {
      send(output, "retry: " + RETRY_MILLIS + "\n\n");
      boolean signalled = false;
      while (isAllowed()) {
        long seen = signals.sum(paths);
        for (EntityType type : position.types()) {
          drain(output, type);
        }
        if (signalled) {
          signals.delivered(paths);
        }
        signalled = awaitChange(seen);
        if (!signalled && !departure.getAsBoolean()) {
          send(output, KEEP_ALIVE);
        }
      }
    } catch (Problem over) {
      LOG.debug("a stream of changes ends: {}", over.type());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      end();
    }
  }

  /** Returns whether there is a change; ends early when the client leaves. */
  private boolean awaitChange(long seen) throws InterruptedException {
    Instant heartbeat = Instant.now().plus(HEARTBEAT);
    boolean changed = false;
    while (!changed && !departure.getAsBoolean() && Instant.now().isBefore(heartbeat)) {
      changed = signals.await(paths, seen, GLANCE) != seen;
    }
    return changed;
  }

  private boolean isAllowed() {
    return !departure.getAsBoolean()
        && !signals.isClosed()
        && signals.sum(GRANTING) == grants
        && Instant.now().isBefore(until);
  }

  private void drain(OutputStream output, EntityType type) throws IOException {
    boolean more = true;
    while (more && !signals.isClosed()) {
      AtomicBoolean hasMore = new AtomicBoolean();
      byte[] event =
          reads.next(
              () -> Awaiting.await(request.callerNow()),
              type,
              position.next(type),
              memory,
              page -> {
                hasMore.set(page.hasMore());
                position.advance(type, page.nextCursor());
                return page.size() > 0 ? event(type, page) : NOTHING;
              },
              () -> waitOn(output));
      output.write(event);
      output.flush();
      memory.hold(0);
      more = hasMore.get();
    }
  }

  private void waitOn(OutputStream output) throws IOException {
    if (!isAllowed()) {
      throw Problem.tooBusy("the stream has ended before its turn", RetrySeconds.SHORT);
    }
    send(output, KEEP_ALIVE);
  }

  private byte[] event(EntityType type, RecordPage page) {
    String data = Splice.first(page.json(), "\"collection\":\"" + type.path() + "\"");
    return ("event: page\nid: " + position.id() + "\ndata: " + data + "\n\n")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static void send(OutputStream output, String text) throws IOException {
    output.write(text.getBytes(StandardCharsets.UTF_8));
    output.flush();
  }
}
