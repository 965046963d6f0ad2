package io.glebe.api.area;

import io.glebe.api.http.ApiArea;
import io.glebe.api.http.SocketUpgrade;
import io.vertx.core.Deployable;
import java.util.Optional;

/**
 * The verticle of one API area. Deploying it opens the services of the area, undeploying it closes
 * them. Dependencies on other areas are constructor arguments, so an area is deployed after the
 * areas that it uses. Its operations and readiness checks are registered after its deployment.
 * Services that open with blocking work are assigned once, by {@code start}, and are used only
 * after its future has completed.
 */
public interface AreaVerticle extends ApiArea, Deployable {
  /** Adds the checks and notes of this area. */
  default void contribute(Readiness readiness) {}

  /** An address where connections of HTTP become WebSockets. */
  default Optional<SocketUpgrade> upgrade() {
    return Optional.empty();
  }

  /** Ends responses that stay open, such as streams, so that the HTTP servers can drain. */
  default void endStreams() {}
}
