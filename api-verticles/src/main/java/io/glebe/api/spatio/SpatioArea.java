package io.glebe.api.spatio;

import io.glebe.api.http.ApiArea;
import io.glebe.api.http.RouteTable;
import io.glebe.api.spatio.collection.CollectionRoutes;
import io.glebe.api.spatio.collection.DownloadRoutes;
import io.glebe.api.spatio.collection.LayerRoutes;
import io.glebe.api.spatio.collection.SnapshotRoutes;
import io.glebe.api.spatio.common.SpatioServices;
import io.glebe.api.spatio.item.ItemRoutes;
import io.glebe.api.spatio.job.JobRoutes;
import io.glebe.api.spatio.map.LegendRoutes;
import io.glebe.api.spatio.map.MapRoutes;
import io.glebe.api.spatio.map.StyleRoutes;
import io.glebe.api.spatio.series.HistogramRoutes;
import io.glebe.api.spatio.series.SeriesRoutes;
import io.glebe.api.spatio.stac.StacRoutes;
import io.glebe.api.spatio.stac.StacSchemaRoutes;
import io.glebe.api.spatio.tile.TileMatrixSetRoutes;
import io.glebe.api.spatio.tile.TileRoutes;
import io.glebe.api.spatio.tile.TilesetRoutes;
import io.glebe.api.spatio.upload.UploadRoutes;
import io.glebe.api.spatio.viewer.ViewerTokenRoutes;

/** Collections, layers, tiles and series, in V2 and legacy form. */
public final class SpatioArea implements ApiArea {
  private final SpatioServices services;

  public SpatioArea(SpatioServices services) {
    this.services = services;
  }

  @Override
  public String name() {
    return "spatio";
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    new CollectionRoutes(services).contribute(routes);
    new LayerRoutes(services).contribute(routes);
    new UploadRoutes(services).contribute(routes);
    new SnapshotRoutes(services).contribute(routes);
    new ItemRoutes(services).contribute(routes);
    new TileRoutes(services).contribute(routes);
    new SeriesRoutes(services).contribute(routes);
    new HistogramRoutes(services).contribute(routes);
    new JobRoutes(services).contribute(routes);
    new LegendRoutes(services).contribute(routes);
    new MapRoutes(services).contribute(routes);
    new StyleRoutes(services).contribute(routes);
    new TilesetRoutes(services).contribute(routes);
    new TileMatrixSetRoutes().contribute(routes);
    new DownloadRoutes(services).contribute(routes);
    new StacRoutes(services).contribute(routes);
    new StacSchemaRoutes(services).contribute(routes);
    new ViewerTokenRoutes(services.viewerTokens()).contribute(routes);
    new ServiceRoutes().contribute(routes);
  }
}
