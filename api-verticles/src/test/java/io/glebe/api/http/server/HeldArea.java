package io.glebe.api.http.server;

import io.glebe.api.http.ApiArea;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.vertx.core.Future;
import io.vertx.core.Promise;

/** {@code /held}, which is answered when the test says so, and {@code /now}. */
final class HeldArea implements ApiArea {
  final Promise<Reply> answer = Promise.promise();

  @Override
  public String name() {
    return "held";
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    routes
        .get(
            Surface.ROOT,
            "/held",
            Operation.of("held", "", Guard.PUBLIC, request -> answer.future()))
        .get(
            Surface.ROOT,
            "/now",
            Operation.of(
                "now",
                "",
                Guard.PUBLIC,
                request -> Future.succeededFuture(Reply.text(200, "text/plain", "now"))));
  }
}
