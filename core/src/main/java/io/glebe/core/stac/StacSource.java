package io.glebe.core.stac;

import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.cube.snapshot.Cube;
import io.glebe.core.cube.snapshot.CubeState;
import io.glebe.zarr.dataset.DatasetSnapshot;
import io.glebe.zarr.dataset.layout.GridSpec;
import io.glebe.zarr.dataset.layout.Layer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * The source of a catalogue collection: its row, and the current snapshot of its cube.
 *
 * @param snapshot read once, so that a page is of one version
 * @param footprint the footprint of the cube's grid, in degrees
 */
public record StacSource(
    CubeCollection row,
    Optional<Cube> cube,
    Optional<DatasetSnapshot> snapshot,
    Optional<Geometry> footprint) {
  private static final GeometryFactory FACTORY = new GeometryFactory();

  static StacSource of(CubeCollection row, Optional<Cube> cube) {
    return new StacSource(row, cube, cube.map(Cube::now), cube.map(Footprint::of));
  }

  /** Returns the cube with the snapshot. */
  Optional<CubeState> state() {
    return cube.map(open -> new CubeState(open, snapshot.orElseThrow()));
  }

  GridSpec grid() {
    return snapshot.orElseThrow().grid();
  }

  /** Returns whether a cube has no slice yet. */
  static boolean empty(DatasetSnapshot snapshot) {
    return snapshot.layers().stream().allMatch(l -> snapshot.timeline(l.name()).size() == 0);
  }

  /** Returns a version that changes with every input of the documents. */
  public String version() {
    return row.version()
        + "."
        + row.dataVersion()
        + "."
        + snapshot.map(s -> s.version()).orElse(0L);
  }

  /** Returns all items in the order of their ids. */
  List<StacItem> items() {
    List<StacItem> items = new ArrayList<>();
    snapshot.ifPresent(s -> Cube.instants(s).forEach(at -> items.add(slice(s, at))));
    features().ifPresent(items::add);
    return items;
  }

  /** Returns the item with this id. */
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
    return new StacItem(StacIds.of(at), this, footprint, at, at, layers, OptionalDouble.empty());
  }

  /**
   * Returns all features as one item; features without times use the creation time of the
   * collection.
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
    return Optional.of(
        new StacItem(StacIds.FEATURES, this, box, first, last, List.of(), OptionalDouble.empty()));
  }
}
