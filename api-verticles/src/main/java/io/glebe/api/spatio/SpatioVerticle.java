package io.glebe.api.spatio;

import io.glebe.api.area.AreaVerticle;
import io.glebe.api.http.RouteTable;
import io.glebe.api.spatio.common.SpatioServices;
import io.glebe.core.config.Settings;
import io.glebe.core.config.SpatioSettings;
import io.glebe.core.config.ViewerSettings;
import io.glebe.core.cql.BoundedCql;
import io.glebe.core.cube.CubeModule;
import io.glebe.core.cube.map.MapFrame;
import io.glebe.core.infrastructure.Infrastructure;
import io.glebe.core.record.RecordService;
import io.glebe.core.stac.StacService;
import io.glebe.core.thread.OffLoop;
import io.glebe.core.viewer.ViewerTokenService;
import io.glebe.core.viewer.ViewerTokens;
import io.glebe.tile.engine.TileEngine;
import io.glebe.zarr.store.ObjectStore;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

/**
 * The verticle of the area {@code spatio}: collections, their data, tiles, series and jobs. It owns
 * the object store and the tile engine.
 */
public final class SpatioVerticle extends VerticleBase implements AreaVerticle {
  /** The name of the area in {@code GLEBE_AREAS}. */
  public static final String NAME = "spatio";

  private final Infrastructure infrastructure;
  private final RecordService records;
  private final TileEngine engine;
  private final Callable<ObjectStore> store;
  private final ViewerTokens viewerTokens;
  private CubeModule cubes;

  /**
   * @param engine the tile engine; created earlier so that it warms up during the database start
   * @param store opens the store of the cells; a blocking call
   */
  public SpatioVerticle(
      Infrastructure infrastructure,
      RecordService records,
      TileEngine engine,
      Callable<ObjectStore> store,
      ViewerTokens viewerTokens) {
    this.infrastructure = infrastructure;
    this.records = records;
    this.engine = engine;
    this.store = store;
    this.viewerTokens = viewerTokens;
  }

  @Override
  @SuppressWarnings("NullAway.Init") // the future completes after the services are set
  public Future<?> start() {
    return OffLoop.run(
        () -> {
          cubes = CubeModule.open(infrastructure, records, store.call(), engine);
          return cubes;
        });
  }

  @Override
  public Future<?> stop() {
    return OffLoop.run(Executors.callable(cubes::close));
  }

  /** The services of collections and their data. */
  public CubeModule cubes() {
    return cubes;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    new SpatioArea(services()).contribute(routes);
  }

  private SpatioServices services() {
    Settings settings = infrastructure.settings();
    return new SpatioServices(
        cubes.collections(),
        cubes.layers(),
        cubes.items(),
        cubes.vectorTiles(),
        cubes.tilesets(),
        new StacService(
            cubes.collections(),
            cubes.cubes(),
            cubes.clouds(),
            settings.get(SpatioSettings.CATALOGUE_ITEMS)),
        cubes.engine(),
        cubes.clouds(),
        cubes.series(),
        cubes.jobs().service(),
        new MapFrame.Limits(
            settings.get(SpatioSettings.MAP_SIDE),
            settings.get(SpatioSettings.MAP_PIXELS),
            settings.get(SpatioSettings.MAP_FEATURES)),
        settings.get(SpatioSettings.STYLE_LAYERS),
        new BoundedCql(settings.get(SpatioSettings.FILTER_CHARACTERS)),
        settings.get(SpatioSettings.EXPRESSION_CHARACTERS),
        settings.get(SpatioSettings.GEOMETRY_POSITIONS),
        new ViewerTokenService(
            infrastructure.database(),
            viewerTokens,
            cubes.collections(),
            records,
            settings,
            InstantSource.system()),
        ViewerSettings.sharedCaching(settings));
  }
}
