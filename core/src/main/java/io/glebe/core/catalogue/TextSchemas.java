package io.glebe.core.catalogue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;

/** JSON Schemas of types with text values. */
final class TextSchemas {
  private static final int MAX_UNIT = 20;
  private static final int MAX_EMAIL = 254;
  private static final int MAX_URI = 2_000;
  private static final int MAX_ZONE = 64;
  private static final int MAX_CONCEPT_URI = 500;
  private static final String DATE = "[0-9]{4}-[0-9]{2}-[0-9]{2}";
  private static final String TIME = "T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z";

  private TextSchemas() {}

  static ObjectNode of(ValueType type) {
    ObjectNode s = Json.object().put("type", "string");
    switch (type) {
      case ValueType.Text t -> {
        s.put("maxLength", t.maxLength());
        t.pattern().ifPresent(p -> s.put("pattern", p.pattern()));
        t.concept().ifPresent(c -> s.put("x-glebe-concept-scheme", c));
      }
      case ValueType.Enumeration e -> e.values().forEach(s.putArray("enum")::add);
      case ValueType.Reference r ->
          s.put("format", "uuid")
              .put("pattern", JsonSchemas.UUID_PATTERN)
              .put("x-glebe-entity", r.entity());
      case ValueType.AnyReference r ->
          s.put("format", "uuid")
              .put("pattern", JsonSchemas.UUID_PATTERN)
              .put("x-glebe-entity-named-by", r.typeAttribute());
      case ValueType.Day _ -> s.put("format", "date");
      case ValueType.Timestamp _ -> s.put("format", "date-time").put("pattern", "Z$");
      case ValueType.Temporal _ ->
          s.put("pattern", "^" + DATE + "(" + TIME + ")?$")
              .put("description", "date or UTC timestamp");
      case ValueType.Uri u -> uri(s, u);
      case ValueType.Email _ -> s.put("format", "email").put("maxLength", MAX_EMAIL);
      case ValueType.Phone _ -> s.put("description", "telephone number").put("maxLength", 60);
      case ValueType.Timezone _ ->
          s.put("description", "IANA zone name").put("maxLength", MAX_ZONE);
      case ValueType.Currency _ -> s.put("pattern", "^[A-Z]{3}$").put("description", "ISO 4217");
      case ValueType.Country _ ->
          s.put("pattern", "^[A-Z]{2}$").put("description", "ISO 3166-1 alpha-2");
      case ValueType.Language _ ->
          s.put("description", "language tag, BCP 47").put("maxLength", 100);
      case ValueType.Unit _ ->
          s.put("pattern", "^\\S+$")
              .put("maxLength", MAX_UNIT)
              .put("description", "UCUM or UN/CEFACT Rec 20");
      case ValueType.PermissionName _ ->
          s.put("pattern", "^[a-zA-Z]+:(create|read|update|delete)$");
      default -> throw new IllegalArgumentException(type + " is no text");
    }
    return s;
  }

  private static void uri(ObjectNode s, ValueType.Uri u) {
    s.put("format", "uri").put("maxLength", u.scheme().isPresent() ? MAX_CONCEPT_URI : MAX_URI);
    u.scheme().ifPresent(scheme -> s.put("x-glebe-concept-scheme", scheme));
  }
}
