package io.glebe.core.catalogue;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The type of an attribute value. The subtypes are the complete list of types in the declaration
 * language.
 */
public sealed interface ValueType {

  /**
   * Text; the length counts Unicode code points. {@code concept} names a concept scheme; a URI of
   * that scheme is also permitted.
   */
  record Text(int maxLength, Optional<Pattern> pattern, Optional<String> concept)
      implements ValueType {}

  /** True or false. */
  record Truth() implements ValueType {}

  /** A whole number of at most 18 digits within optional bounds, both included. */
  record Whole(Optional<Long> min, Optional<Long> max) implements ValueType {}

  /** An exact decimal of at most 24 digits, 9 of them after the point. */
  record Decimal(
      Optional<BigDecimal> min, Optional<BigDecimal> max, Optional<BigDecimal> exclusiveMin)
      implements ValueType {}

  /** A calendar date, ISO 8601. */
  record Day() implements ValueType {}

  /** An instant, ISO 8601 in UTC, ending in Z. */
  record Timestamp() implements ValueType {}

  /** A date or a UTC timestamp, kept as sent. */
  record Temporal() implements ValueType {}

  /** An absolute URI; {@code scheme} names the expected concept scheme. */
  record Uri(Optional<String> scheme) implements ValueType {}

  /** An e-mail address. */
  record Email() implements ValueType {}

  /** A telephone number, with digits and the usual separators. */
  record Phone() implements ValueType {}

  /** A zone name of the IANA list. */
  record Timezone() implements ValueType {}

  /** A code of ISO 4217. */
  record Currency() implements ValueType {}

  /** A two-letter code of ISO 3166-1. */
  record Country() implements ValueType {}

  /** A language tag of BCP 47. */
  record Language() implements ValueType {}

  /** A unit code without spaces, up to 20 characters. */
  record Unit() implements ValueType {}

  /** A permission string of this catalogue. */
  record PermissionName() implements ValueType {}

  /** One of the values. */
  record Enumeration(Set<String> values) implements ValueType {}

  /** The UUID of a record of the entity. */
  record Reference(String entity) implements ValueType {}

  /**
   * The UUID of a record. The attribute {@code typeAttribute} of the same object names its entity.
   */
  record AnyReference(String typeAttribute) implements ValueType {}

  /** A GeoJSON geometry of one of the types. */
  record Geometry(Set<String> types) implements ValueType {}

  /** An object with declared members. */
  record ObjectShape(Map<String, Attribute> members) implements ValueType {}

  /** Values in order; {@code distinct} rejects duplicates. */
  record ListOf(ValueType items, int minItems, int maxItems, boolean distinct)
      implements ValueType {}

  /** Any JSON value; objects and arrays are kept as sent. */
  record Json() implements ValueType {}

  /** Returns the entity that values of this type (or items of this list) refer to. */
  default Optional<String> referredEntity() {
    return switch (this) {
      case Reference r -> Optional.of(r.entity());
      case ListOf l -> l.items().referredEntity();
      default -> Optional.empty();
    };
  }

  /**
   * Returns the values of an enumeration, or of the enumeration items of a list; empty for every
   * other type.
   */
  default List<String> enumerated() {
    return switch (this) {
      case Enumeration e -> List.copyOf(e.values());
      case ListOf l -> l.items().enumerated();
      default -> List.of();
    };
  }
}
