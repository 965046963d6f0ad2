package io.glebe.api.http.server;

import io.glebe.api.http.Exchange;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Reply;
import io.glebe.core.admission.SharedPlaces;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.StorageSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Admits reads of the farm API and of the sensor service, because each of them uses the database:
 * one caller has a number of them in progress, and further ones wait in turn with those of others.
 * A read whose client leaves while it waits does not begin.
 */
final class ReadAdmission {
  /** Enough to send many statements to the database at once, which is what makes reads cheap. */
  private static final int READS_PER_CORE = 16;

  private final Map<Guard, SharedPlaces> places = new EnumMap<>(Guard.class);
  private final long waitMillis;

  ReadAdmission(Settings settings) {
    places.put(Guard.FARM, places(settings));
    places.put(Guard.SENSOR, places(settings));
    waitMillis = settings.get(StorageSettings.DATABASE_WAIT).toMillis();
  }

  private static SharedPlaces places(Settings settings) {
    return new SharedPlaces(
        "reads",
        settings.get(HttpSettings.READS),
        perCaller(settings),
        settings.get(StorageSettings.DATABASE_WAITERS_PER_CALLER));
  }

  private static int perCaller(Settings settings) {
    int chosen = settings.get(HttpSettings.READS_PER_CALLER);
    return chosen > 0 ? chosen : READS_PER_CORE * Runtime.getRuntime().availableProcessors();
  }

  /** Runs work in turn if the request is such a read, and anything else at once. */
  Future<Reply> during(Exchange exchange, Guard guard, Supplier<Future<Reply>> work) {
    SharedPlaces shared = places.get(guard);
    if (shared == null || exchange.caller().isEmpty() || !isRead(exchange.request())) {
      return work.get();
    }
    SharedPlaces.Waiter waiter = shared.inTurn(exchange.caller().get().subjectId());
    Future<SharedPlaces.Place> place = waiter.place();
    if (place.succeeded()) {
      return place.result().during(work);
    }
    if (!place.isComplete()) {
      giveUpLate(exchange, waiter);
    }
    return place.compose(given -> given.during(work));
  }

  private static boolean isRead(HttpServerRequest request) {
    return request.method().equals(HttpMethod.GET) || request.method().equals(HttpMethod.HEAD);
  }

  private void giveUpLate(Exchange exchange, SharedPlaces.Waiter waiter) {
    Vertx vertx = exchange.context().owner();
    long timer = vertx.setTimer(waitMillis, late -> waiter.giveUp());
    exchange.request().response().closeHandler(left -> waiter.giveUp());
    waiter.place().onComplete(done -> vertx.cancelTimer(timer));
  }
}
