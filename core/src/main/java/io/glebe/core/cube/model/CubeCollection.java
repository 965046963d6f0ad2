package io.glebe.core.cube.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.OwnerScope;
import java.time.Instant;
import java.util.Optional;

/**
 * A stored collection.
 *
 * @param id its id
 * @param owner its owner
 * @param isPublic whether everybody may see its pictures
 * @param raster whether it has a raster cube; a collection without one contains features
 * @param doc title, description, keywords, license, providers and all other members that were sent
 * @param style the stored map style, if any
 * @param stac manually edited catalogue metadata, which overrides the derived metadata
 * @param extent the extent of its data in space and time, if it has data
 * @param features number and extent of its features
 * @param dataVersion counts the changes of its data
 * @param version counts the changes of its description
 */
public record CubeCollection(
    String id,
    OwnerScope owner,
    boolean isPublic,
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
   * The extent of data in space and time.
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

    /**
     * Returns whether the boxes intersect; a box whose west is greater than its east crosses the
     * antimeridian.
     */
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
   * @param extent extent of the features that have a geometry; empty when none has
   */
  public record Features(long count, Optional<Extent> extent) {}

  /** Returns whether its items are features, besides the cube that it may have. */
  public boolean hasFeatures() {
    return !raster || features.count() > 0;
  }

  /** Returns the title, or the id when there is no title. */
  public String title() {
    return doc.path("title").asText(id);
  }
}
