package io.glebe.mqtt.broker;

import io.glebe.core.access.Caller;
import io.glebe.core.problem.Problem;
import io.netty.util.concurrent.EventExecutor;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A client that has signed in, with the rights of now: whatever is taken from it or delivered to it
 * asks for {@link #now}, which looks it up anew once anybody may have lost a right. Until then that
 * is one volatile read. Belongs to the event loop of the channel, but for {@link #caller} and
 * {@link #renew}.
 */
final class SignedInClient {
  private static final long RETRY_MILLIS = 1_000;
  private static final int INTERNAL = 500;

  /** A caller, and {@link ServiceAccountSignIns#changes} when its look-up began. */
  private record Known(Caller caller, long changes) {}

  private final ServiceAccountSignIns signIns;
  private final EventExecutor loop;
  private final Runnable lost;
  private volatile Known known;
  private @Nullable Promise<Caller> asking;

  /**
   * @param changes {@link ServiceAccountSignIns#changes} when it began to sign in
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

  /** Who it is, with the rights that were looked up last. */
  Caller caller() {
    return known.caller();
  }

  /** Takes what was looked up after so many changes, unless something newer is known. */
  synchronized void renew(Caller found, long changes) {
    if (known.changes() <= changes) {
      known = new Known(found, changes);
    }
  }

  /**
   * The client with the rights of now, at once where nothing has been taken away from anybody; else
   * in the event loop, one after the other in the order of asking. Fails when the account has ended
   * or nobody can be asked any more.
   */
  Future<Caller> now() {
    Known last = known;
    if (asking == null && last.changes() == signIns.changes()) {
      return Future.succeededFuture(last.caller());
    }
    if (asking == null) {
      asking = Promise.promise();
      ask();
    }
    return asking.future();
  }

  private void ask() {
    long changes = signIns.changes();
    signIns
        .judged(caller())
        .onComplete(found -> loop.execute(() -> answered(found.result(), found.cause(), changes)));
  }

  private void answered(Caller found, @Nullable Throwable failure, long changes) {
    if (failure == null) {
      renew(found, changes);
      if (changes == signIns.changes()) {
        finish().complete(found);
      } else {
        ask();
      }
    } else if (failure instanceof Problem problem && problem.status() < INTERNAL) {
      lost.run();
      finish().fail(failure);
    } else {
      var _ = loop.schedule(this::ask, RETRY_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private Promise<Caller> finish() {
    Promise<Caller> done = asking == null ? Promise.promise() : asking;
    asking = null;
    return done;
  }
}
