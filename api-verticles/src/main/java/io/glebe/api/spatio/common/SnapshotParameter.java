package io.glebe.api.spatio.common;

import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.cube.layer.LayerService;
import io.glebe.core.cube.snapshot.CubeState;
import io.glebe.core.cube.snapshot.SnapshotSelector;
import io.glebe.zarr.dataset.DatasetSnapshot;
import io.vertx.core.Future;
import java.util.Optional;

/** The snapshot of a cube that a request selects: {@code asOf}, or the newest. */
public final class SnapshotParameter {
  public static final Parameter AS_OF =
      Parameter.query(
          "asOf",
          "an earlier state of the cube: a snapshot's version or a time",
          Schemas.either(Schemas.count(), Schemas.time()));

  private SnapshotParameter() {}

  /** The state; 409 for a collection without a cube. */
  public static Future<CubeState> of(SpatioServices services, ApiRequest request) {
    Optional<SnapshotSelector> asOf = asOf(request);
    return services.layers().state(request.caller(), request.path("collectionId"), asOf);
  }

  /** The state, if the collection has a cube. */
  public static Future<Optional<CubeState>> ifAny(SpatioServices services, ApiRequest request) {
    Optional<SnapshotSelector> asOf = asOf(request);
    return services
        .layers()
        .cubeIfAny(request.caller(), request.path("collectionId"))
        .compose(
            cube ->
                cube.isEmpty()
                    ? Future.succeededFuture(Optional.empty())
                    : LayerService.state(cube.get(), asOf).map(Optional::of));
  }

  public static Optional<SnapshotSelector> asOf(ApiRequest request) {
    return request.params().text("asOf").map(SnapshotSelector::parse);
  }

  /** The entity tag of a response, from the snapshot and the request target. */
  public static String etag(ApiRequest request, DatasetSnapshot snapshot) {
    String value = request.raw().uri();
    return "\"" + snapshot.version() + "-" + Integer.toHexString(value.hashCode()) + "\"";
  }
}
