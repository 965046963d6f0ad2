package io.glebe.api.spatio.collection;

import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Reply;
import io.glebe.api.http.ResponseHeader;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.schema.Schemas;
import io.glebe.api.spatio.common.SpatioServices;
import io.glebe.core.access.Permission;
import io.glebe.core.cube.layer.SliceFile;
import io.glebe.core.cube.model.Datetime;
import io.glebe.core.problem.Problem;
import io.glebe.core.thread.BackgroundThreads;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.time.Instant;

/** Downloads of the stored cells of a slice. */
public final class DownloadRoutes {
  private final SpatioServices services;
  private final BackgroundThreads threads =
      new BackgroundThreads("downloads", Runtime.getRuntime().availableProcessors());

  public DownloadRoutes(SpatioServices services) {
    this.services = services;
  }

  public void contribute(RouteTable.Builder routes) {
    routes.v2AndLegacy(
        HttpMethod.GET,
        "/collections/{collectionId}/layers/{layerName}/data/binary",
        Operation.of("getLayerData", "Reads a slice as .npy", Guard.SPATIO, this::slice)
            .requires(Permission.read("data"))
            .tag("layers")
            .takes(Parameter.query("datetime", "the instant of the slice", Schemas.time()).must())
            .answers(
                DocumentedResponse.of(200, "the stored numbers, axes y and x", SliceFile.NPY)
                    .with(ResponseHeader.ETAG)));
  }

  private Future<Reply> slice(ApiRequest request) {
    Instant instant = Datetime.instant(request.params().required("datetime"));
    String layer = request.path("layerName");
    return services
        .layers()
        .cubeIfAny(request.caller(), request.path("collectionId"))
        .map(cube -> cube.orElseThrow(() -> Problem.notFound("the collection has no cube")))
        .map(
            cube -> {
              SliceFile file = SliceFile.of(cube.now(), layer, instant);
              return Reply.written(
                      200, SliceFile.NPY, file.memory(), out -> file.write(out, threads))
                  .etag(file.etag());
            });
  }
}
