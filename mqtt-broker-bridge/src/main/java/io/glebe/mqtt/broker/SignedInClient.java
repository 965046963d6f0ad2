package io.glebe.mqtt.broker;

import io.glebe.core.access.Caller;
import io.glebe.core.problem.Problem;
import io.netty.util.concurrent.EventExecutor;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A signed-in client with its current permissions. Every received or delivered message uses {@link
 * #now}, which queries the permissions again after any revocation and otherwise costs one volatile
 * read. Used on the event loop of the channel, except {@link #caller} and {@link #renew}.
 */
final class SignedInClient {
  private static final long RETRY_MILLIS = 1_000;
  private static final int INTERNAL = 500;

  /** A caller, and {@link ServiceAccountSignIns#changes} at the start of its query. */
  private record Known(Caller caller, long changes) {}

  private final ServiceAccountSignIns signIns;
  private final EventExecutor loop;
  private final Runnable lost;
  private volatile Known known;
  private @Nullable Promise<Caller> renewal;

  /**
   * @param changes {@link ServiceAccountSignIns#changes} at the start of the sign-in
   * @param lost called once the account has ended
   */
  SignedInClient(
      ServiceAccountSignIns signIns,
      EventExecutor loop,
      Caller caller,
      long changes,
      Runnable lost) {
    this.signIns = signIns;
    this.loop = loop;
    this.lost = lost;
    known = new Known(caller, changes);
  }

  /** Returns the account with the most recently queried permissions. */
  Caller caller() {
    return known.caller();
  }

  /** Sets the result of a query as of this number of changes, unless a newer one is known. */
  synchronized void renew(Caller found, long changes) {
    if (known.changes() <= changes) {
      known = new Known(found, changes);
    }
  }

  /**
   * Returns the client with its current permissions, immediately when nothing was revoked;
   * otherwise on the event loop, in the order of the calls. Fails when the account has ended or the
   * query is impossible.
   */
  Future<Caller> now() {
    Known last = known;
    if (renewal == null && last.changes() == signIns.changes()) {
      return Future.succeededFuture(last.caller());
    }
    if (renewal == null) {
      renewal = Promise.promise();
      refresh();
    }
    return renewal.future();
  }

  private void refresh() {
    long changes = signIns.changes();
    signIns
        .check(caller())
        .onComplete(found -> loop.execute(() -> renewed(found.result(), found.cause(), changes)));
  }

  private void renewed(Caller found, @Nullable Throwable failure, long changes) {
    if (failure == null) {
      renew(found, changes);
      if (changes == signIns.changes()) {
        finish().complete(found);
      } else {
        refresh();
      }
    } else if (failure instanceof Problem problem && problem.status() < INTERNAL) {
      lost.run();
      finish().fail(failure);
    } else {
      var _ = loop.schedule(this::refresh, RETRY_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private Promise<Caller> finish() {
    Promise<Caller> done = renewal == null ? Promise.promise() : renewal;
    renewal = null;
    return done;
  }
}
