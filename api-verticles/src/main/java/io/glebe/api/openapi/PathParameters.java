package io.glebe.api.openapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Route;
import io.glebe.api.http.Surface;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.feature.FeatureKind;
import io.glebe.tile.grid.TileMatrixSet;
import java.util.Map;

/** The parameters of paths, which have the same meaning in every path of an API. */
final class PathParameters {
  private static final int MAX_TILE = Integer.MAX_VALUE;

  private static final Map<String, String> MEANINGS =
      Map.ofEntries(
          Map.entry("id", "id of the record"),
          Map.entry("collectionId", "id of the collection"),
          Map.entry("layerName", "name of the layer"),
          Map.entry("featureId", "id of the feature"),
          Map.entry("itemId", "id of the item"),
          Map.entry("jobId", "id of the job"),
          Map.entry("uploadId", "id of the upload"),
          Map.entry("tilesetId", "id of the tileset"),
          Map.entry("tmsId", "id of the tile matrix set, for example WebMercatorQuad"),
          Map.entry("appId", "id of the app"),
          Map.entry("serviceId", "id of the service"),
          Map.entry("commissionId", "id of the commission and of its ProcessingJob"),
          Map.entry("messageId", "id of the message"),
          Map.entry("number", "number of the version, from 1"),
          Map.entry("version", "version of the snapshot"),
          Map.entry("name", "name of the resource"),
          Map.entry("partner", "name of the partner"),
          Map.entry("vendor", "name of the partner"),
          Map.entry("provider", "name of the partner"),
          Map.entry("z", "zoom level"),
          Map.entry("x", "column of the tile"),
          Map.entry("y", "row of the tile"),
          Map.entry("lon", "longitude in degrees"),
          Map.entry("lat", "latitude in degrees"),
          Map.entry("path", "path below the service, for example Things(1)/Datastreams"),
          Map.entry("farmId", "id of the Farm"),
          Map.entry("webhookId", "id of the webhook"),
          Map.entry("subscriptionId", "id of the subscription"),
          Map.entry("fieldId", "id of the Field"),
          Map.entry("regionId", "id of the Region"),
          Map.entry("actionId", "id of the Activity"),
          Map.entry("activityId", "id of the Activity"),
          Map.entry("recordId", "id of the Data record"),
          Map.entry("attachmentId", "id of the File"),
          Map.entry("cultivationPeriodId", "id of the CultivationPeriod"),
          Map.entry("organizationId", "id of the Organization"),
          Map.entry("userId", "id of the User"),
          Map.entry("tokenId", "id of the token or service account"));

  private PathParameters() {}

  static Parameter of(Route route, String name) {
    return Parameter.path(name, MEANINGS.getOrDefault(name, name), schema(route, name));
  }

  private static ObjectNode schema(Route route, String name) {
    boolean isId = name.equals("id") || name.endsWith("Id");
    boolean isFarm =
        route.surface().equals(Surface.FARM) && !route.template().contains("/vendors/");
    return switch (name) {
      case "z" -> Schemas.integer(0, TileMatrixSet.MAX_ZOOM);
      case "x", "y" -> Schemas.integer(0, MAX_TILE);
      case "lon" -> Schemas.number(-180, 180);
      case "lat" -> Schemas.number(-90, 90);
      case "version" -> Schemas.count();
      case "number" -> Schemas.integer(1, Integer.MAX_VALUE);
      case "jobId", "uploadId", "appId", "serviceId", "commissionId", "messageId" -> Schemas.uuid();
      case "layerName" -> QuerySchemas.layerName();
      case "tilesetId" -> QuerySchemas.tilesetId();
      case "tmsId" -> QuerySchemas.like(100, TileMatrixSet.WEB_MERCATOR_QUAD.id());
      case "collectionId" ->
          isFarm
              ? Schemas.word(FeatureKind.all().stream().map(FeatureKind::id).toList())
              : QuerySchemas.collectionId();
      default -> isFarm && isId ? Schemas.uuid() : Schemas.text().put("minLength", 1);
    };
  }
}
