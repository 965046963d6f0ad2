package io.glebe.api.sensors;

import io.glebe.api.http.Parameter;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.sensor.model.Property;
import io.glebe.core.sensor.model.Relation;
import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.model.SensorModel;
import io.glebe.core.sensor.query.QueryOptions;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The query options of SensorThings in the contract. Their examples follow from the properties and
 * relations of the entity type.
 *
 * @param characters maximum length of an option
 */
record SensorOptions(int characters) {
  private static final String TOP = "entities on a page; nothing for one entity";

  /** The options of the list of a type. */
  Parameter[] ofList(SensorEntityType type) {
    String formats =
        type.isObservation() ? "dataArray for arrays of rows, CSV" : "CSV for lines of a table";
    String[] words =
        type.isObservation() ? new String[] {"dataArray", "CSV"} : new String[] {"CSV"};
    return list(type, filter(type), Parameter.query("$resultFormat", formats, Schemas.word(words)));
  }

  /** The options at the path of any list or entity, with examples of this type. */
  Parameter[] ofPath(SensorEntityType type) {
    return list(
        type,
        filter(type),
        Parameter.query(
            "$resultFormat",
            "dataArray for observations, CSV for any list",
            Schemas.word("dataArray", "CSV")));
  }

  private Parameter[] list(SensorEntityType type, Parameter filter, Parameter format) {
    return new Parameter[] {
      number("$top", TOP),
      number("$skip", "entities left out at the beginning; nothing for one entity"),
      Parameter.query(
          "$skiptoken",
          "position of a page, from @iot.nextLink",
          QuerySchemas.cursor().put("maxLength", characters)),
      count(),
      filter,
      Parameter.query(
          "$orderby",
          "properties, each with asc or desc",
          Schemas.list(Schemas.text(), 1, QueryOptions.MAX_ORDER_KEYS)),
      select(),
      expand(type),
      format
    };
  }

  /** The options of one entity. */
  Parameter[] ofEntity(SensorEntityType type) {
    return new Parameter[] {
      select(),
      expand(type),
      number("$top", TOP),
      number("$skip", "entities left out at the beginning; nothing for one entity"),
      count()
    };
  }

  /** The condition of the entities of a type. */
  Parameter filter(SensorEntityType type) {
    List<String> conditions =
        type.properties().stream()
            .filter(property -> property.presence() != Property.Presence.OPTIONAL)
            .map(SensorOptions::condition)
            .filter(Predicate.not(String::isEmpty))
            .toList();
    return Parameter.query(
        "$filter", "condition", QuerySchemas.like(characters, conditions.toArray(String[]::new)));
  }

  /** The entities that are deleted. */
  Parameter deleted() {
    return Parameter.query(
            "$filter", "the entities to delete", QuerySchemas.like(characters, "id eq 0"))
        .must();
  }

  private static String condition(Property property) {
    String name = property.name();
    return switch (property.kind()) {
      case TEXT -> name.equals("name") ? "name eq 'Soil probe'" : "";
      case RESULT -> name + " gt 10";
      case TIME, SPAN -> name + " gt 2026-05-01T00:00:00Z";
      default -> "";
    };
  }

  private static Parameter number(String name, String description) {
    return Parameter.query(name, description, Schemas.integer(0, QueryOptions.MAX_NUMBER));
  }

  private static Parameter count() {
    return Parameter.query(
        "$count", "whether to count; nothing for one entity", Schemas.flag(false));
  }

  private static Parameter select() {
    return Parameter.query(
        "$select", "properties", Schemas.list(Schemas.text(), 1, QueryOptions.MAX_SELECTED));
  }

  private Parameter expand(SensorEntityType type) {
    Relation first = type.relations().getFirst();
    String shown = SensorModel.target(first).properties().getFirst().name();
    String example = first.name() + "($select=" + shown + (first.many() ? ";$top=1)" : ")");
    String[] examples =
        Stream.concat(type.relations().stream().map(Relation::name), Stream.of(example))
            .toArray(String[]::new);
    return Parameter.query(
        "$expand", "navigations to follow", QuerySchemas.like(characters, examples));
  }
}
