package io.glebe.api.registry;

import io.glebe.api.area.AreaVerticle;
import io.glebe.api.http.RouteTable;
import io.glebe.core.config.IdentitySettings;
import io.glebe.core.infrastructure.Infrastructure;
import io.glebe.core.registry.AppRegistry;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/** The verticle of the area {@code registry}: the app registry. */
public final class RegistryVerticle extends VerticleBase implements AreaVerticle {
  /** The name of the area in {@code GLEBE_AREAS}. */
  public static final String NAME = "registry";

  private final Infrastructure infrastructure;
  private final AppRegistry.Dependencies dependencies;
  private AppRegistry registry;

  public RegistryVerticle(Infrastructure infrastructure, AppRegistry.Dependencies dependencies) {
    this.infrastructure = infrastructure;
    this.dependencies = dependencies;
  }

  @Override
  @SuppressWarnings("NullAway.Init") // the future completes after the service is set
  public Future<?> start() {
    return AppRegistry.open(infrastructure, dependencies).onSuccess(opened -> registry = opened);
  }

  @Override
  public Future<?> stop() {
    return OffLoop.run(
        () -> {
          registry.close();
          return null;
        });
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    long manifestBytes = infrastructure.settings().get(IdentitySettings.REGISTRY_MANIFEST_BYTES);
    new RegistryArea(registry, manifestBytes).contribute(routes);
  }
}
