package io.glebe.api.spatio.common;

import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.Endpoint;
import io.glebe.api.http.Reply;
import io.glebe.core.access.Caller;
import io.vertx.core.Future;

/**
 * An endpoint whose answer is a picture of a collection. Viewers may use it, too: their right is
 * checked before anything else, so that they learn nothing about a collection out of reach.
 */
public record ViewableEndpoint(SpatioServices services, Endpoint endpoint) implements Endpoint {
  @Override
  public Future<Reply> handle(ApiRequest request) {
    Caller caller = request.caller();
    return caller.isAnonymous() || caller.isViewer()
        ? services
            .collections()
            .read(caller, request.path("collectionId"))
            .compose(found -> endpoint.handle(request))
        : endpoint.handle(request);
  }
}
