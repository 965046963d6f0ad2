package io.glebe.api.http;

import io.glebe.core.memory.RequestResources;
import io.glebe.core.thread.Departure;
import io.vertx.core.http.HttpServerResponse;

/** Watches whether the client of a request disconnects before the end of the response. */
public final class ClientDeparture {
  private ClientDeparture() {}

  /** Watches from now on, once for each request; call it before long work begins. */
  public static Departure of(ApiRequest request) {
    Departure departure = new Departure();
    HttpServerResponse response = request.raw().response();
    response.closeHandler(gone -> departure.happened());
    if (response.closed()) {
      departure.happened();
    }
    return departure;
  }

  /** The memory of the request's result, and a watch as {@link #of}. */
  public static RequestResources resources(ApiRequest request) {
    return new RequestResources(request.memory(), of(request));
  }
}
