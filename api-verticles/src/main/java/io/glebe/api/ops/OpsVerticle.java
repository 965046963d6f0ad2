package io.glebe.api.ops;

import io.glebe.api.area.AreaVerticle;
import io.glebe.api.area.Liveness;
import io.glebe.api.area.Readiness;
import io.glebe.api.http.RouteTable;
import io.glebe.core.metrics.MeterNames;
import io.glebe.core.metrics.Meters;
import io.glebe.core.metrics.PlatformMeters;
import io.vertx.core.VerticleBase;

/** The verticle of the area {@code ops}: health, metrics and the pages of problem types. */
public final class OpsVerticle extends VerticleBase implements AreaVerticle {
  private final OpsArea area;
  private final HealthReport report;

  public OpsVerticle(Readiness readiness, Liveness liveness, Meters meters) {
    area = new OpsArea(readiness, liveness, meters);
    BuildInfo build = BuildInfo.current();
    report = new HealthReport(readiness, meters, build);
    new PlatformMeters(meters.registry())
        .gauge(
            MeterNames.BUILD,
            () -> 1,
            "info",
            "build facts as tags",
            "version",
            build.version(),
            "java",
            build.java(),
            "vertx",
            build.vertx());
  }

  @Override
  public String name() {
    return area.name();
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    area.contribute(routes);
    report.contribute(routes);
  }
}
