package io.glebe.core.record.read;

import com.fasterxml.jackson.databind.node.TextNode;
import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.Attribute;
import io.glebe.core.catalogue.CommonAttributes;
import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.Filters;
import io.glebe.core.catalogue.ValueType;
import io.glebe.core.config.Nearest;
import io.glebe.core.json.Json;
import io.glebe.core.json.UuidSyntax;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.person.PersonView;
import io.glebe.core.record.table.RecordTable;
import io.glebe.core.record.table.ReferenceLinks;
import io.glebe.core.record.table.Sql;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * The filters of a list, read from the query and compiled into conditions over the row {@code t}.
 * References are looked up in the link table or in the columns of the row, all other attributes in
 * the document.
 */
public final class ListFilterSql {
  private final List<Consumer<Sql>> conditions = new ArrayList<>();
  private final StringBuilder binding;

  /** Reads the filters of a caller; a 400 problem for an unknown filter or an invalid value. */
  public ListFilterSql(Caller caller, EntityType type, Map<String, String> values) {
    binding = new StringBuilder(type.path());
    Map<String, Filters.Filter> known = Filters.of(type.name());
    for (Map.Entry<String, String> parameter : new TreeMap<>(values).entrySet()) {
      String name = parameter.getKey();
      Filters.Filter filter = known.get(name);
      if (filter == null) {
        throw Problem.malformedParameter(
            name,
            "is no filter of " + type.path() + "; there are " + String.join(", ", known.keySet()));
      }
      String value = parameter.getValue();
      if (value.length() > Filters.MAX_CHARACTERS || value.indexOf('\0') >= 0) {
        throw Problem.malformedParameter(name, "is too long or contains a NUL");
      }
      Consumer<Sql> condition = condition(type, filter, value);
      conditions.add(
          PersonView.concerns(type) && filter.attribute().isPresent()
              ? condition.andThen(sql -> new PersonView(caller).restrict(sql, name, value))
              : condition);
      binding.append('\n').append(name).append('=').append(Json.write(TextNode.valueOf(value)));
    }
  }

  /** Collection and filters in one canonical text, to which cursors are bound. */
  String binding() {
    return binding.toString();
  }

  boolean isEmpty() {
    return conditions.isEmpty();
  }

  /** Adds the conditions, each with a leading {@code and}. */
  public void add(Sql sql) {
    conditions.forEach(condition -> condition.accept(sql.add(" and ")));
  }

  private static Consumer<Sql> condition(EntityType type, Filters.Filter filter, String value) {
    String name = filter.name();
    if (name.equals(CommonAttributes.CREATED_BY_JOB_ID)) {
      UUID id = uuid(name, value);
      return sql -> sql.add("t.created_by_job_id = ").bind(id);
    }
    return switch (filter.kind()) {
      case FARM -> {
        UUID id = uuid(name, value);
        yield sql -> sql.add("t.farm_id = ").bind(id);
      }
      case REFERENCE -> reference(type, name, uuid(name, value));
      case ENUMERATION, ENTITY, AUDITED -> enumeration(filter, value);
      case TEXT -> text(filter, value);
      case WHOLE -> text(filter, whole(filter, value));
      case TRUTH -> booleanCondition(filter, value);
    };
  }

  private static Consumer<Sql> reference(EntityType type, String name, UUID id) {
    RecordTable table = RecordTable.of(type);
    if (table.columnOf(name).isPresent()) {
      String column = table.columnOf(name).get();
      return sql -> sql.add("t." + column + " = ").bind(id);
    }
    if (type.name().equals(EntityNames.AUDIT_LOG)) {
      return sql -> sql.add("t.doc ->> '" + name + "' = ").bind(id.toString());
    }
    boolean any = type.attribute(name).map(a -> a.referredEntity().isEmpty()).orElse(false);
    String link = ReferenceLinks.reference(type, name);
    return sql ->
        sql.add("t.id in (select l.source_id from record.link l where l.target_id = ")
            .bind(id)
            .add(any ? " and l.reference like " : " and l.reference = ")
            .bind(any ? link + ":%" : link)
            .add(")");
  }

  private static Consumer<Sql> enumeration(Filters.Filter filter, String value) {
    if (!filter.values().contains(value)) {
      throw Problem.malformedParameter(
          filter.name(), "must be one of " + Nearest.choices(value, filter.values()));
    }
    if (filter.name().equals(CommonAttributes.ORIGIN_TYPE)) {
      return sql -> sql.add("t.origin_type = ").bind(value);
    }
    return text(filter, value);
  }

  /** Equal to the attribute, or contained in it when it is an array. */
  private static Consumer<Sql> text(Filters.Filter filter, String value) {
    boolean array =
        filter
            .attribute()
            .map(Attribute::type)
            .map(t -> t instanceof ValueType.ListOf)
            .orElse(false);
    return array
        ? sql -> sql.add("t.doc -> '" + filter.name() + "' ? ").bind(value)
        : sql -> sql.add("t.doc ->> '" + filter.name() + "' = ").bind(value);
  }

  private static Consumer<Sql> booleanCondition(Filters.Filter filter, String value) {
    if (!value.equals("true") && !value.equals("false")) {
      throw Problem.malformedParameter(filter.name(), "must be true or false");
    }
    return sql -> sql.add("coalesce(t.doc ->> '" + filter.name() + "', 'false') = ").bind(value);
  }

  private static String whole(Filters.Filter filter, String value) {
    long number;
    try {
      number = Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw Problem.malformedParameter(filter.name(), "must be a whole number");
    }
    long min = filter.range().min().orElse(Long.MIN_VALUE);
    long max = filter.range().max().orElse(Long.MAX_VALUE);
    if (number < min || number > max) {
      throw Problem.malformedParameter(filter.name(), "must lie between " + min + " and " + max);
    }
    return Long.toString(number);
  }

  static UUID uuid(String parameter, String value) {
    if (!UuidSyntax.matches(value)) {
      throw Problem.malformedParameter(parameter, "must be a UUID in lower case");
    }
    return UUID.fromString(value);
  }
}
