package io.glebe.core.cube.collection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.glebe.core.access.OwnerScope;
import io.glebe.core.cql.Cql;
import io.glebe.core.cql.CqlEvaluator;
import io.glebe.core.cql.CqlRow;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.time.TimeInterval;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Selects collections.
 *
 * @param ids only these ids; all when empty
 * @param filter bbox and CQL2 combined, over the description and the derived extent; {@code
 *     geometry} is the box of the extent
 * @param when a time that the extent must intersect; collections without times do not match
 */
public record CollectionQuery(Set<String> ids, Optional<Cql> filter, Optional<TimeInterval> when) {
  /** Selects all collections. */
  public static final CollectionQuery ALL =
      new CollectionQuery(Set.of(), Optional.empty(), Optional.empty());

  /** The members of every collection that a filter can use, besides its geometry. */
  static final Set<String> MEMBERS =
      Set.of(
          "id",
          "title",
          "description",
          "license",
          "keywords",
          "providers",
          "itemType",
          "dataType",
          "access",
          "farmId",
          "organizationId",
          "created",
          "updated",
          "dataVersion",
          "datetime");

  private static final GeometryFactory FACTORY = new GeometryFactory();

  public CollectionQuery {
    ids = Set.copyOf(ids);
  }

  /** Returns a predicate for one thread. Fails with 400 when the filter is invalid. */
  Predicate<CubeCollection> matcher() {
    Optional<CqlEvaluator> evaluator = filter.map(CqlEvaluator::new);
    return collection ->
        (ids.isEmpty() || ids.contains(collection.id()))
            && when.map(datetime -> touches(datetime, collection)).orElse(true)
            && evaluator.map(last -> last.matches(new Described(collection))).orElse(true);
  }

  private static boolean touches(TimeInterval datetime, CubeCollection collection) {
    return collection
        .extent()
        .filter(extent -> datetime.intersects(extent.from(), extent.to()))
        .isPresent();
  }

  /** The values of a collection that a filter can use. */
  private record Described(CubeCollection collection) implements CqlRow {
    @Override
    public JsonNode property(String name) {
      return switch (name) {
        case "id" -> TextNode.valueOf(collection.id());
        case "title" -> TextNode.valueOf(collection.title());
        case "itemType" -> TextNode.valueOf(collection.hasFeatures() ? "feature" : "raster");
        case "dataType" -> TextNode.valueOf(collection.raster() ? "coverage" : "vector");
        case "access" -> TextNode.valueOf(access());
        case "farmId" ->
            collection.owner() instanceof OwnerScope.OfFarm(UUID farm)
                ? TextNode.valueOf(farm.toString())
                : MissingNode.getInstance();
        case "organizationId" ->
            collection.owner() instanceof OwnerScope.OfOrganization(UUID organization)
                ? TextNode.valueOf(organization.toString())
                : MissingNode.getInstance();
        case "created" -> TextNode.valueOf(collection.createdAt().toString());
        case "updated" -> TextNode.valueOf(collection.updatedAt().toString());
        case "dataVersion" -> LongNode.valueOf(collection.dataVersion());
        default -> collection.doc().path(name);
      };
    }

    private String access() {
      return switch (collection.owner()) {
        case OwnerScope.OfFarm _ -> "farm";
        case OwnerScope.OfOrganization _ -> "organization";
        default -> "signed-in";
      };
    }

    @Override
    public Optional<Geometry> geometry() {
      return collection
          .extent()
          .map(
              box ->
                  FACTORY.toGeometry(
                      new Envelope(box.west(), box.east(), box.south(), box.north())));
    }

    @Override
    public Optional<Instant> from() {
      return collection.extent().flatMap(CubeCollection.Extent::from);
    }

    @Override
    public Optional<Instant> to() {
      return collection.extent().flatMap(CubeCollection.Extent::to);
    }
  }
}
