package io.glebe.api.spatio.common;

import io.glebe.api.http.body.Body;
import io.glebe.core.access.Action;
import io.glebe.core.cql.BoundedCql;
import io.glebe.core.cube.cloud.CloudCover;
import io.glebe.core.cube.collection.CollectionService;
import io.glebe.core.cube.item.ItemService;
import io.glebe.core.cube.item.VectorTiles;
import io.glebe.core.cube.job.JobService;
import io.glebe.core.cube.layer.LayerService;
import io.glebe.core.cube.map.MapFrame;
import io.glebe.core.cube.series.SeriesService;
import io.glebe.core.cube.tileset.TilesetService;
import io.glebe.core.stac.StacService;
import io.glebe.core.viewer.ViewerTokenService;
import io.glebe.tile.engine.TileEngine;

/**
 * The services of the spatio-temporal API.
 *
 * @param styleLayers maximum number of layers of a map style document
 * @param filters parses filters of requests
 * @param expressionCharacters maximum length of a band expression
 * @param positions maximum number of positions of a geometry
 * @param sharedCaching Cache-Control of pictures that everybody may see
 */
public record SpatioServices(
    CollectionService collections,
    LayerService layers,
    ItemService items,
    VectorTiles vectorTiles,
    TilesetService tilesets,
    StacService stac,
    TileEngine engine,
    CloudCover clouds,
    SeriesService series,
    JobService jobs,
    MapFrame.Limits mapLimits,
    int styleLayers,
    BoundedCql filters,
    int expressionCharacters,
    int positions,
    ViewerTokenService viewerTokens,
    String sharedCaching) {

  /** A JSON body, of which a large one is read only from who may do this with the collection. */
  public Body json(Action action) {
    return withRight(Body.JSON, action);
  }

  /** The same body, of which a large one is read only from who may do this with the collection. */
  public Body withRight(Body body, Action action) {
    return body.withRight(
        (caller, path) ->
            collections.require(caller, path.getOrDefault("collectionId", ""), action).mapEmpty());
  }
}
