package io.glebe.core.record.rule.value;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.catalogue.Attribute;
import io.glebe.core.catalogue.Permissions;
import io.glebe.core.catalogue.ValueType;
import io.glebe.core.geo.GeoJson;
import io.glebe.core.geo.GeometryCheck;
import io.glebe.core.geo.GeometryFault;
import io.glebe.core.json.Json;
import io.glebe.core.json.UuidSyntax;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Checks one value against its declared type and returns its stored form: whole numbers without
 * fraction, geometries right-handed, other values as sent.
 */
public final class ValueCheck {
  /** Attributes whose digits end in a GS1 check digit. */
  private static final Set<String> GS1 = Set.of("gln", "gtin");

  private final Findings findings;
  private final boolean refuseUnknown;
  private final int positions;

  /**
   * @param refuseUnknown whether unknown members of objects are refused
   * @param positions maximum number of positions of a geometry
   */
  public ValueCheck(Findings findings, boolean refuseUnknown, int positions) {
    this.positions = positions;
    this.findings = findings;
    this.refuseUnknown = refuseUnknown;
  }

  /** The value to store; errors are reported under {@code pointer}. */
  public JsonNode check(Attribute attribute, JsonNode value, String pointer) {
    JsonNode stored = check(attribute.type(), value, pointer);
    boolean gs1 = GS1.contains(attribute.name()) && !findings.faulty(pointer);
    if (gs1 && !TextForms.hasCheckDigit(value.asText())) {
      findings.invalid("checkDigit", pointer, "the check digit is wrong");
    }
    if (attribute.required() && value.isTextual() && value.textValue().isEmpty()) {
      findings.invalid("minLength", pointer, "the text must not be empty");
    }
    return stored;
  }

  private JsonNode check(ValueType type, JsonNode value, String pointer) {
    switch (type) {
      case ValueType.Truth _ -> {
        if (!value.isBoolean()) {
          wrongType(pointer, "true or false");
        }
      }
      case ValueType.Whole whole -> {
        return NumberCheck.whole(whole, value, pointer, findings);
      }
      case ValueType.Decimal decimal -> {
        return NumberCheck.decimal(decimal, value, pointer, findings);
      }
      case ValueType.Geometry geometry -> {
        return geometry(geometry, value, pointer);
      }
      case ValueType.ObjectShape shape -> {
        return object(shape, value, pointer);
      }
      case ValueType.ListOf list -> {
        return list(list, value, pointer);
      }
      case ValueType.Json _ -> {}
      default -> text(type, value, pointer);
    }
    return value;
  }

  private void text(ValueType type, JsonNode value, String pointer) {
    if (!value.isTextual()) {
      if (type instanceof ValueType.PermissionName) {
        findings.invalid("V25", pointer, "there is no permission with this name");
      } else {
        wrongType(pointer, "text");
      }
      return;
    }
    fault(type, value.textValue()).ifPresent(f -> findings.invalid(f.rule(), pointer, f.detail()));
  }

  private record Fault(String rule, String detail) {}

  private static Optional<Fault> fault(ValueType type, String text) {
    return switch (type) {
      case ValueType.Text t -> plain(t, text);
      case ValueType.Enumeration e ->
          unless(e.values().contains(text), "enum", "one of " + String.join(", ", e.values()));
      case ValueType.Reference _, ValueType.AnyReference _ ->
          unless(UuidSyntax.matches(text), "V04", "a reference is a UUID in lower case");
      case ValueType.Day _ -> format(Instants.date(text).isPresent(), "a date as 2026-05-04");
      case ValueType.Timestamp _ ->
          format(Instants.timestamp(text).isPresent(), "a UTC timestamp as 2026-05-04T05:30:00Z");
      case ValueType.Temporal _ ->
          format(
              Instants.first(text).isPresent(),
              "a date as 2026-05-04 or a UTC timestamp as 2026-05-04T05:30:00Z");
      case ValueType.Uri uri ->
          uri.scheme().isPresent()
              ? unless(
                  TextForms.isConceptUri(text),
                  "V19",
                  "a concept is an absolute http, https or urn URI of at most 500 characters")
              : format(TextForms.isUri(text), "an absolute URI of at most 2000 characters");
      case ValueType.Email _ -> format(TextForms.isEmail(text), "a mail address");
      case ValueType.Phone _ -> format(TextForms.isPhone(text), "a telephone number");
      case ValueType.Timezone _ ->
          format(TextForms.isTimezone(text), "a zone name of the IANA list");
      case ValueType.Currency _ ->
          unless(TextForms.isCurrency(text), "V18", "a currency code of ISO 4217");
      case ValueType.Country _ -> format(TextForms.isCountry(text), "a country code of ISO 3166-1");
      case ValueType.Language _ -> format(TextForms.isLanguage(text), "a language tag of BCP 47");
      case ValueType.Unit _ ->
          unless(TextForms.isUnit(text), "V11", "a unit code is 1 to 20 characters without blanks");
      case ValueType.PermissionName _ ->
          unless(
              Permissions.standard().exists(text), "V25", "there is no permission with this name");
      default -> Optional.empty();
    };
  }

  private static Optional<Fault> plain(ValueType.Text type, String text) {
    if (text.codePointCount(0, text.length()) > type.maxLength()) {
      return Optional.of(new Fault("maxLength", "at most " + type.maxLength() + " characters"));
    }
    boolean fits = type.pattern().map(p -> p.matcher(text).find()).orElse(true);
    return unless(fits, "pattern", "the text does not fit " + type.pattern().orElse(null));
  }

  private static Optional<Fault> format(boolean holds, String expected) {
    return unless(holds, "format", "the expected type is " + expected);
  }

  private static Optional<Fault> unless(boolean holds, String rule, String detail) {
    return holds ? Optional.empty() : Optional.of(new Fault(rule, detail));
  }

  private JsonNode geometry(ValueType.Geometry type, JsonNode value, String pointer) {
    List<GeometryFault> faults = GeometryCheck.faults(value, type.types(), positions);
    faults.forEach(f -> findings.invalid("V12", pointer + f.pointer(), f.detail()));
    return faults.isEmpty() ? GeoJson.rightHanded(value) : value;
  }

  private JsonNode object(ValueType.ObjectShape shape, JsonNode value, String pointer) {
    if (!value.isObject()) {
      wrongType(pointer, "an object");
      return value;
    }
    ObjectNode stored = Json.object();
    value
        .properties()
        .forEach(e -> stored.set(e.getKey(), member(shape, e.getKey(), e.getValue(), pointer)));
    for (Attribute member : shape.members().values()) {
      if (member.required() && !value.has(member.name())) {
        findings.invalid(
            "required", Pointers.to(pointer, member.name()), member.name() + " is required");
      }
    }
    return stored;
  }

  private JsonNode member(
      ValueType.ObjectShape shape, String name, JsonNode value, String pointer) {
    Attribute declared = shape.members().get(name);
    String at = Pointers.to(pointer, name);
    if (declared != null) {
      return value.isNull() ? value : check(declared, value, at);
    }
    if (refuseUnknown) {
      findings.invalid("V27", at, "there is no attribute " + name);
    }
    return value;
  }

  private JsonNode list(ValueType.ListOf type, JsonNode value, String pointer) {
    if (!value.isArray()) {
      wrongType(pointer, "an array");
      return value;
    }
    if (value.size() > type.maxItems()) {
      findings.invalid("maxItems", pointer, "at most " + type.maxItems() + " items");
      return value;
    }
    if (value.size() < type.minItems()) {
      findings.invalid("minItems", pointer, "at least " + type.minItems() + " items");
    }
    ArrayNode stored = Json.array();
    Set<JsonNode> seen = new HashSet<>();
    for (int i = 0; i < value.size(); i++) {
      String at = Pointers.to(pointer, i);
      JsonNode item = value.get(i);
      if (type.distinct() && !seen.add(item)) {
        findings.invalid("uniqueItems", at, "the array contains this value twice");
      }
      stored.add(item.isNull() ? item : check(type.items(), item, at));
    }
    return stored;
  }

  private void wrongType(String pointer, String expected) {
    findings.invalid("type", pointer, "the expected type is " + expected);
  }
}
