package io.glebe.api.openapi;

import io.glebe.api.area.AreaVerticle;
import io.glebe.api.http.RouteTable;
import io.vertx.core.VerticleBase;

/** The verticle of the area {@code openapi}: the contracts of the areas in this process. */
public final class OpenApiVerticle extends VerticleBase implements AreaVerticle {
  @Override
  public String name() {
    return OpenApiArea.NAME;
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    new OpenApiArea(routes.finished()).contribute(routes);
  }
}
