package io.glebe.api.features;

import io.glebe.api.area.AreaVerticle;
import io.glebe.api.http.RouteTable;
import io.glebe.core.config.Settings;
import io.glebe.core.config.SpatioSettings;
import io.glebe.core.cql.BoundedCql;
import io.glebe.core.record.RecordService;
import io.vertx.core.VerticleBase;

/** The verticle of the area {@code features}: OGC API - Features over the records. */
public final class FeaturesVerticle extends VerticleBase implements AreaVerticle {
  private final FeatureArea area;

  public FeaturesVerticle(RecordService records, Settings settings) {
    area = new FeatureArea(records, new BoundedCql(settings.get(SpatioSettings.FILTER_CHARACTERS)));
  }

  @Override
  public String name() {
    return area.name();
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    area.contribute(routes);
  }
}
