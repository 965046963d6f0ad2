package io.glebe.core.cube.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Optional;

/**
 * A collection as it is stored.
 *
 * @param id its name
 * @param owner to whom it belongs
 * @param raster whether it has a raster cube; one without holds features
 * @param doc title, description, keywords, license, providers and whatever else was sent
 * @param style the map style that was put, if one was
 * @param stac what was said for the catalogue over what is derived, if anything was
 * @param extent where and when its data lie, once there are any
 * @param features how many there are, and where and when they lie
 * @param dataVersion counts the changes of its data
 * @param version counts the changes of its description
 */
public record CubeCollection(
    String id,
    CollectionOwner owner,
    boolean raster,
    ObjectNode doc,
    Optional<String> style,
    Optional<ObjectNode> stac,
    Optional<Extent> extent,
    Features features,
    long dataVersion,
    long version,
    Instant createdAt,
    Instant updatedAt) {

  /**
   * Where and when data lie.
   *
   * @param west degrees
   * @param from first instant, empty for data without time
   */
  public record Extent(
      double west,
      double south,
      double east,
      double north,
      Optional<Instant> from,
      Optional<Instant> to) {

    /** Whether the boxes touch; a box with west beyond east goes over the antimeridian. */
    public boolean intersects(
        double otherWest, double otherSouth, double otherEast, double otherNorth) {
      boolean upright = south <= otherNorth && north >= otherSouth;
      boolean sideways =
          otherWest <= otherEast
              ? west <= otherEast && east >= otherWest
              : west <= otherEast || east >= otherWest;
      return upright && sideways;
    }
  }

  /**
   * The features of a collection.
   *
   * @param extent of those that have a place, empty where none has
   */
  public record Features(long count, Optional<Extent> extent) {}

  /** The title, or the id where none was given. */
  public String title() {
    return doc.path("title").asText(id);
  }
}
