package io.glebe.api.openapi;

import io.glebe.api.area.AreaVerticle;
import io.glebe.api.http.RouteTable;
import io.glebe.api.openapi.guides.GuidesArea;
import io.vertx.core.VerticleBase;

/**
 * The verticle of the area {@code openapi}: the contracts of the areas in this process, and the
 * guides.
 */
public final class OpenApiVerticle extends VerticleBase implements AreaVerticle {
  private final boolean services;

  /**
   * @param services whether the platform has a service registry
   */
  public OpenApiVerticle(boolean services) {
    this.services = services;
  }

  @Override
  public String name() {
    return OpenApiArea.NAME;
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    new OpenApiArea(routes.finished(), services).contribute(routes);
    new GuidesArea().contribute(routes);
  }
}
