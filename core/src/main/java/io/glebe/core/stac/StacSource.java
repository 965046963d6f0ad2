package io.glebe.core.stac;

import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.cube.snapshot.Cube;
import io.glebe.zarr.dataset.DatasetSnapshot;
import io.glebe.zarr.dataset.layout.GridSpec;
import io.glebe.zarr.dataset.layout.Layer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * What a collection of the catalogue is projected from: its row, and its cube as it is now.
 *
 * @param snapshot of the cube, taken once, so that a page is of one version
 * @param footprint where the cube's grid lies, in degrees
 */
public record StacSource(
    CubeCollection row, Optional<DatasetSnapshot> snapshot, Optional<Geometry> footprint) {
  private static final GeometryFactory FACTORY = new GeometryFactory();

  static StacSource of(CubeCollection row, Optional<Cube> cube) {
    return new StacSource(row, cube.map(Cube::now), cube.map(Footprint::of));
  }

  GridSpec grid() {
    return snapshot.orElseThrow().grid();
  }

  /** Whether a cube has no slice yet. */
  static boolean empty(DatasetSnapshot snapshot) {
    return snapshot.layers().stream().allMatch(l -> snapshot.timeline(l.name()).size() == 0);
  }

  /** Changes with everything that the documents are made of. */
  public String version() {
    return row.version()
        + "."
        + row.dataVersion()
        + "."
        + snapshot.map(s -> s.version()).orElse(0L);
  }

  /** All items in the order of their ids. */
  List<StacItem> items() {
    List<StacItem> items = new ArrayList<>();
    snapshot.ifPresent(s -> Cube.instants(s).forEach(at -> items.add(slice(s, at))));
    features().ifPresent(items::add);
    return items;
  }

  /** The item of that id. */
  Optional<StacItem> item(String id) {
    if (id.equals(StacIds.FEATURES)) {
      return features();
    }
    return StacIds.instant(id)
        .flatMap(at -> snapshot.map(s -> slice(s, at)))
        .filter(StacItem::slice);
  }

  private StacItem slice(DatasetSnapshot s, Instant at) {
    List<String> layers =
        s.layers().stream()
            .map(Layer::name)
            .filter(name -> s.timeline(name).position(at).isPresent())
            .toList();
    return new StacItem(StacIds.of(at), this, footprint, at, at, layers);
  }

  /**
   * All features as one item; their time is that of the collection's making where they have none.
   */
  private Optional<StacItem> features() {
    CubeCollection.Features features = row.features();
    if (features.count() == 0) {
      return Optional.empty();
    }
    Optional<CubeCollection.Extent> extent = features.extent();
    Instant first = extent.flatMap(CubeCollection.Extent::from).orElse(row.createdAt());
    Instant last = extent.flatMap(CubeCollection.Extent::to).orElse(first);
    Optional<Geometry> box =
        extent.map(
            at -> FACTORY.toGeometry(new Envelope(at.west(), at.east(), at.south(), at.north())));
    return Optional.of(new StacItem(StacIds.FEATURES, this, box, first, last, List.of()));
  }
}
