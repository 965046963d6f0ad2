package io.glebe.core.sensor.entity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.sensor.model.Relation;
import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.model.SensorModel;
import io.glebe.core.sensor.observation.ObservationBody;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the faults of a body with all its nested entities before anything is written, so that one
 * answer lists them all.
 */
final class BodyFaults {
  private final int positions;
  private final List<Violation> faults = new ArrayList<>();

  private BodyFaults(int positions) {
    this.positions = positions;
  }

  /**
   * Returns the faults of a new entity.
   *
   * @param parent column that the parent sets; empty without a parent
   * @param pointer of the body
   * @param positions maximum number of positions of a geometry
   */
  static List<Violation> of(
      SensorEntityType type, ObjectNode body, String parent, String pointer, int positions) {
    BodyFaults reading = new BodyFaults(positions);
    reading.entity(type, body, parent, pointer);
    return reading.faults;
  }

  /** Fails with 422 unless the body has no faults. */
  static void require(SensorEntityType type, ObjectNode body, String parent, int positions) {
    List<Violation> faults = of(type, body, parent, "", positions);
    if (!faults.isEmpty()) {
      throw Problem.invalid(faults);
    }
  }

  private void entity(SensorEntityType type, ObjectNode body, String parent, String pointer) {
    faults.addAll(EntityBody.faults(type, body, pointer, positions));
    for (Relation relation : type.relations()) {
      JsonNode given = body.path(relation.name());
      String here = pointer + "/" + relation.name();
      switch (relation.link()) {
        case Relation.Own own when !own.column().equals(parent) -> one(relation, own, given, here);
        case Relation.OfOther other -> many(relation, other.column(), given, here);
        case Relation.Through through -> many(relation, "", given, here);
        default -> {
          // the parent is the target
        }
      }
    }
  }

  private void one(Relation relation, Relation.Own own, JsonNode given, String pointer) {
    if (given instanceof ObjectNode body) {
      related(SensorModel.target(relation), body, "", pointer);
    } else if (own.required() && (given.isMissingNode() || given.isNull())) {
      faults.add(
          Violation.at(
              "required", pointer, relation.name() + " is required, by @iot.id or in full"));
    }
  }

  private void many(Relation relation, String column, JsonNode given, String pointer) {
    for (int i = 0; i < given.size(); i++) {
      String here = pointer + "/" + i;
      if (given.get(i) instanceof ObjectNode body) {
        related(SensorModel.target(relation), body, column, here);
      } else if (given.isArray()) {
        faults.add(Violation.at("type", here, "an object is expected"));
      }
    }
  }

  private void related(SensorEntityType type, ObjectNode body, String column, String pointer) {
    if (body.has("@iot.id")) {
      return;
    }
    if (!type.isObservation()) {
      entity(type, body, column, pointer);
      return;
    }
    try {
      ObservationBody.parse(body, Instant.EPOCH);
    } catch (Problem refused) {
      refused
          .violations()
          .forEach(f -> faults.add(Violation.at(f.rule(), pointer + f.where(), f.detail())));
    }
    if (!column.equals("datastream_id") && !body.path("Datastream").isObject()) {
      faults.add(
          Violation.at(
              "required",
              pointer + "/Datastream",
              "Datastream is required, by @iot.id or in full"));
    }
    if (body.path("FeatureOfInterest") instanceof ObjectNode feature) {
      related(SensorModel.FEATURE, feature, "", pointer + "/FeatureOfInterest");
    }
  }
}
