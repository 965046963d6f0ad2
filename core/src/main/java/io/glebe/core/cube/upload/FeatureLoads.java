package io.glebe.core.cube.upload;

import io.glebe.core.access.Caller;
import io.glebe.core.admission.SharedPlaces;
import io.glebe.core.config.Settings;
import io.glebe.core.config.SpatioSettings;
import io.glebe.core.config.StorageSettings;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Receives bodies of features before they are written, so that no transaction waits for a client.
 * Limits the bodies, in all and for each caller; half of the background connections write them,
 * callers in turn.
 */
public final class FeatureLoads {
  private final Spool spool;
  private final SharedPlaces places;
  private final SharedPlaces writes;

  public FeatureLoads(Settings settings, Spool spool) {
    this.spool = spool;
    int most = settings.get(SpatioSettings.FEATURE_LOADS);
    int ofCaller = settings.get(SpatioSettings.FEATURE_LOADS_PER_CALLER);
    this.places = new SharedPlaces("loads of features", most, ofCaller);
    int connections = Math.max(1, settings.get(StorageSettings.DATABASE_BACKGROUND_POOL) / 2);
    this.writes = new SharedPlaces("writes of features", connections, connections, most);
  }

  /**
   * Receives a body and then writes it. 429 when the caller has too many loads, 503 when there are
   * too many in all.
   *
   * @param write reads the received body, which can be read once
   */
  public <T> Future<T> load(
      Caller caller, InputStream body, Function<InputStream, Future<T>> write) {
    return places
        .take(caller.subjectId())
        .during(
            () ->
                OffLoop.run(() -> spool.receive(body))
                    .compose(
                        received ->
                            inTurn(caller, () -> write.apply(received))
                                .eventually(() -> end(received))));
  }

  private <T> Future<T> inTurn(Caller caller, Supplier<Future<T>> work) {
    return writes.inTurn(caller.subjectId()).place().compose(turn -> turn.during(work));
  }

  private static Future<Void> end(InputStream received) {
    try {
      received.close();
      return Future.succeededFuture();
    } catch (IOException e) {
      return Future.failedFuture(e);
    }
  }
}
