package io.glebe.core.catalogue;

import io.glebe.core.catalogue.Attribute.Companion;
import io.glebe.core.catalogue.Attribute.Trait;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads attribute declarations. */
final class AttributeReader {
  private static final int STRING_LENGTH = 200;
  private static final int TEXT_LENGTH = 20_000;
  private static final int MAX_ITEMS = 1_000;
  private static final Set<String> GEOMETRIES =
      Set.of("Point", "LineString", "Polygon", "MultiPoint", "MultiLineString", "MultiPolygon");

  private AttributeReader() {}

  static Map<String, Attribute> attributes(Declaration owner, String key) {
    Map<String, Attribute> all = new LinkedHashMap<>();
    owner.children(key).forEach((name, d) -> all.put(name, attribute(name, d)));
    return Collections.unmodifiableMap(all);
  }

  private static Attribute attribute(String name, Declaration d) {
    if (!name.matches("[a-z][a-zA-Z0-9]*")) {
      throw d.fault("is not in camel case");
    }
    ValueType type = type(d);
    Attribute attribute =
        new Attribute(
            name, type, traits(d), d.value("default"), companion(d), d.texts("requiredWith"));
    d.done();
    return attribute;
  }

  private static Set<Trait> traits(Declaration d) {
    Set<Trait> traits = EnumSet.noneOf(Trait.class);
    for (Trait trait : Trait.values()) {
      String key = trait == Trait.READ_ONLY ? "readOnly" : trait.name().toLowerCase(Locale.ROOT);
      if (d.flag(key)) {
        traits.add(trait);
      }
    }
    return traits;
  }

  private static Optional<Companion> companion(Declaration d) {
    Optional<Companion> unit =
        d.text("unitAttribute").map(a -> new Companion(Companion.Kind.UNIT, a));
    return unit.or(
        () -> d.text("currencyAttribute").map(a -> new Companion(Companion.Kind.CURRENCY, a)));
  }

  private static ValueType type(Declaration d) {
    long kinds = Stream.of("type", "ref", "refAny", "enum", "geojson").filter(d::has).count();
    if (kinds != 1) {
      throw d.fault("has not exactly one kind");
    }
    ValueType single = single(d);
    return d.flag("many")
        ? new ValueType.ListOf(single, 0, d.integer("maxItems").orElse(MAX_ITEMS), true)
        : single;
  }

  private static ValueType single(Declaration d) {
    if (d.has("ref")) {
      return new ValueType.Reference(d.requiredText("ref"));
    }
    if (d.flag("refAny")) {
      return new ValueType.AnyReference(d.requiredText("typeAttribute"));
    }
    if (d.has("enum")) {
      return enumeration(d);
    }
    return d.has("geojson") ? geometry(d) : plain(d, d.requiredText("type"));
  }

  private static ValueType enumeration(Declaration d) {
    List<String> values = d.texts("enum");
    Set<String> set = Collections.unmodifiableSet(new LinkedHashSet<>(values));
    if (set.size() != values.size()) {
      throw d.fault("names a value twice");
    }
    values.stream()
        .filter(v -> !v.matches("[A-Z][A-Z0-9_]*"))
        .forEach(
            v -> {
              throw d.fault("has the value " + v + ", not in upper case");
            });
    return new ValueType.Enumeration(set);
  }

  private static ValueType geometry(Declaration d) {
    List<String> types = d.texts("geojson");
    if (!GEOMETRIES.containsAll(types)) {
      throw d.fault("names an unknown geometry type");
    }
    return new ValueType.Geometry(Collections.unmodifiableSet(new LinkedHashSet<>(types)));
  }

  private static ValueType plain(Declaration d, String type) {
    return switch (type) {
      case "string" -> text(d, STRING_LENGTH);
      case "text" -> text(d, TEXT_LENGTH);
      case "boolean" -> new ValueType.Truth();
      case "integer" -> new ValueType.Whole(d.whole("min"), d.whole("max"));
      case "decimal" ->
          new ValueType.Decimal(d.number("min"), d.number("max"), d.number("exclusiveMin"));
      case "date" -> new ValueType.Day();
      case "timestamp" -> new ValueType.Timestamp();
      case "temporal" -> new ValueType.Temporal();
      case "uri" -> new ValueType.Uri(d.text("scheme"));
      case "email" -> new ValueType.Email();
      case "phone" -> new ValueType.Phone();
      case "timezone" -> new ValueType.Timezone();
      case "currency" -> new ValueType.Currency();
      case "country" -> new ValueType.Country();
      case "language" -> new ValueType.Language();
      case "unit" -> new ValueType.Unit();
      case "permission" -> new ValueType.PermissionName();
      case "object" -> new ValueType.ObjectShape(attributes(d, "properties"));
      case "array" -> list(d);
      case "json" -> new ValueType.Json();
      default -> throw d.fault("has the unknown type " + type);
    };
  }

  private static ValueType text(Declaration d, int length) {
    return new ValueType.Text(
        d.integer("maxLength").orElse(length), d.pattern("pattern"), d.text("concept"));
  }

  private static ValueType list(Declaration d) {
    Declaration items = d.child("items").orElseThrow(() -> d.fault("lacks items"));
    ValueType type = type(items);
    items.done();
    return new ValueType.ListOf(
        type, d.integer("minItems").orElse(0), d.integer("maxItems").orElse(MAX_ITEMS), false);
  }
}
