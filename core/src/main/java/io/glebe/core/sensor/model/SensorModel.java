package io.glebe.core.sensor.model;

import static io.glebe.core.sensor.model.Property.Kind.JSON;
import static io.glebe.core.sensor.model.Property.Kind.OBJECT;
import static io.glebe.core.sensor.model.Property.Kind.PLACE;
import static io.glebe.core.sensor.model.Property.Kind.RESULT;
import static io.glebe.core.sensor.model.Property.Kind.SPAN;
import static io.glebe.core.sensor.model.Property.Kind.TEXT;
import static io.glebe.core.sensor.model.Property.Kind.TIME;
import static io.glebe.core.sensor.model.Property.Presence.DEFAULTED;
import static io.glebe.core.sensor.model.Property.Presence.DERIVED;
import static io.glebe.core.sensor.model.Property.Presence.OPTIONAL;
import static io.glebe.core.sensor.model.Property.Presence.REQUIRED;

import io.glebe.core.sensor.model.Relation.OfOther;
import io.glebe.core.sensor.model.Relation.Own;
import io.glebe.core.sensor.model.Relation.Through;
import java.util.List;
import java.util.Optional;

/** All entity types of SensorThings 1.1 (Sensing), in the order of the service root. */
public final class SensorModel {
  /** Most entities of one body. */
  public static final int MAX_ENTITIES = 2_000;

  /** A member of the body of a new observation that is not stored. */
  public static final String CLIENT_KEY = "clientKey";

  private static final Property NAME = new Property("name", TEXT, "name", REQUIRED);
  private static final Property DEFAULT_NAME = new Property("name", TEXT, "name", DEFAULTED);
  private static final Property DESCRIPTION =
      new Property("description", TEXT, "description", DEFAULTED);
  private static final Property ENCODING =
      new Property("encodingType", TEXT, "encoding_type", DEFAULTED);
  private static final Property PROPERTIES =
      new Property("properties", OBJECT, "properties", OPTIONAL);

  public static final SensorEntityType THING =
      new SensorEntityType(
          "Thing",
          "Things",
          "sensor.thing",
          "device",
          List.of(NAME, DESCRIPTION, PROPERTIES),
          List.of(
              new Relation(
                  "Locations",
                  "Location",
                  new Through("sensor.thing_location", "thing_id", "location_id")),
              new Relation("HistoricalLocations", "HistoricalLocation", new OfOther("thing_id")),
              new Relation("Datastreams", "Datastream", new OfOther("thing_id"))));

  public static final SensorEntityType LOCATION =
      new SensorEntityType(
          "Location",
          "Locations",
          "sensor.location",
          "device",
          List.of(
              DEFAULT_NAME,
              DESCRIPTION,
              ENCODING,
              new Property("location", PLACE, "location", REQUIRED),
              PROPERTIES),
          List.of(
              new Relation(
                  "Things",
                  "Thing",
                  new Through("sensor.thing_location", "location_id", "thing_id")),
              new Relation(
                  "HistoricalLocations",
                  "HistoricalLocation",
                  new Through(
                      "sensor.historical_location_location",
                      "location_id",
                      "historical_location_id"))));

  public static final SensorEntityType HISTORICAL_LOCATION =
      new SensorEntityType(
          "HistoricalLocation",
          "HistoricalLocations",
          "sensor.historical_location",
          "device",
          List.of(new Property("time", TIME, "time", REQUIRED)),
          List.of(
              new Relation("Thing", "Thing", new Own("thing_id", true)),
              new Relation(
                  "Locations",
                  "Location",
                  new Through(
                      "sensor.historical_location_location",
                      "historical_location_id",
                      "location_id"))));

  public static final SensorEntityType DATASTREAM =
      new SensorEntityType(
          "Datastream",
          "Datastreams",
          "sensor.datastream",
          "device",
          List.of(
              NAME,
              DESCRIPTION,
              new Property("observationType", TEXT, "observation_type", DEFAULTED),
              new Property("unitOfMeasurement", OBJECT, "unit", DEFAULTED),
              new Property("observedArea", PLACE, "observed_area", OPTIONAL),
              new Property("phenomenonTime", SPAN, "first_time", DERIVED),
              new Property("resultTime", SPAN, "first_result", DERIVED),
              PROPERTIES),
          List.of(
              new Relation("Thing", "Thing", new Own("thing_id", true)),
              new Relation("Sensor", "Sensor", new Own("sensor_id", true)),
              new Relation(
                  "ObservedProperty", "ObservedProperty", new Own("observed_property_id", true)),
              new Relation("Observations", "Observation", new OfOther("datastream_id"))));

  public static final SensorEntityType SENSOR =
      new SensorEntityType(
          "Sensor",
          "Sensors",
          "sensor.sensor",
          "device",
          List.of(
              NAME,
              DESCRIPTION,
              ENCODING,
              new Property("metadata", JSON, "metadata", DEFAULTED),
              PROPERTIES),
          List.of(new Relation("Datastreams", "Datastream", new OfOther("sensor_id"))));

  public static final SensorEntityType OBSERVED_PROPERTY =
      new SensorEntityType(
          "ObservedProperty",
          "ObservedProperties",
          "sensor.observed_property",
          "device",
          List.of(
              NAME,
              new Property("definition", TEXT, "definition", DEFAULTED),
              DESCRIPTION,
              PROPERTIES),
          List.of(new Relation("Datastreams", "Datastream", new OfOther("observed_property_id"))));

  public static final SensorEntityType OBSERVATION =
      new SensorEntityType(
          "Observation",
          "Observations",
          "sensor.observation",
          "observation",
          List.of(
              new Property("phenomenonTime", SPAN, "phenomenon_time", DEFAULTED),
              new Property("resultTime", TIME, "result_time", OPTIONAL),
              new Property("result", RESULT, "result", REQUIRED),
              new Property("resultQuality", JSON, "result_quality", OPTIONAL),
              new Property("validTime", SPAN, "valid_from", OPTIONAL),
              new Property("parameters", OBJECT, "parameters", OPTIONAL)),
          List.of(
              new Relation("Datastream", "Datastream", new Own("datastream_id", true)),
              new Relation(
                  "FeatureOfInterest", "FeatureOfInterest", new Own("feature_id", false))));

  public static final SensorEntityType FEATURE =
      new SensorEntityType(
          "FeatureOfInterest",
          "FeaturesOfInterest",
          "sensor.feature_of_interest",
          "observation",
          List.of(
              NAME,
              DESCRIPTION,
              new Property("encodingType", TEXT, "encoding_type", REQUIRED),
              new Property("feature", PLACE, "feature", REQUIRED),
              PROPERTIES),
          List.of(new Relation("Observations", "Observation", new OfOther("feature_id"))));

  private static final List<SensorEntityType> ALL =
      List.of(
          THING,
          LOCATION,
          HISTORICAL_LOCATION,
          DATASTREAM,
          SENSOR,
          OBSERVED_PROPERTY,
          OBSERVATION,
          FEATURE);

  private SensorModel() {}

  public static List<SensorEntityType> types() {
    return ALL;
  }

  /** Returns the type whose collection has this name. */
  public static Optional<SensorEntityType> ofSet(String set) {
    return ALL.stream().filter(t -> t.set().equals(set)).findFirst();
  }

  /** Returns the target type of a relation. */
  public static SensorEntityType target(Relation relation) {
    return ALL.stream().filter(t -> t.name().equals(relation.target())).findFirst().orElseThrow();
  }
}
