package io.glebe.core.record.rule.declared;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.json.Json;
import io.glebe.core.record.rule.draft.Draft;
import io.glebe.core.record.rule.draft.Rule;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.value.Findings;
import io.glebe.core.record.rule.value.Pointers;
import io.glebe.core.record.rule.value.SchemaCheck;
import java.util.List;
import java.util.Optional;

/**
 * V20: payloads and parameters are objects that match the schema of a referenced record; schemas
 * themselves are valid.
 */
public final class Payloads implements Rule {
  private static final String RULE = "V20";

  /** Maximum bytes of a payload. */
  static final int MAX_PAYLOAD = 256 * 1024;

  /** Maximum bytes of a schema. */
  static final int MAX_SCHEMA = 64 * 1024;

  /** Maximum number of errors reported for one schema. */
  private static final int MAX_FAULTS = 50;

  /** An attribute that must match a schema, and the reference to the record with the schema. */
  private record Fitting(String entity, String attribute, String reference, String schema) {}

  private static final List<Fitting> FITTINGS =
      List.of(
          new Fitting("Data", "payload", "dataTypeId", "payloadSchema"),
          new Fitting("Result", "payload", "dataTypeId", "payloadSchema"),
          new Fitting("ProcessingJob", "parameters", "serviceId", "parameterSchema"));

  @Override
  public void check(Draft draft, LookupResults results, Findings findings) {
    schema(draft, "DataType", "payloadSchema", findings);
    schema(draft, "ProcessingService", "parameterSchema", findings);
    if (draft.is("RegulatoryReport")) {
      object(draft, "payload", findings);
    }
    for (Fitting f : FITTINGS) {
      if (draft.is(f.entity()) && object(draft, f.attribute(), findings)) {
        draft
            .referredValue(f.reference(), f.schema(), results)
            .ifPresent(s -> fits(draft, f.attribute(), s, findings));
      }
    }
  }

  private static void schema(Draft draft, String entity, String attribute, Findings findings) {
    Optional<JsonNode> schema = draft.value(attribute);
    if (!draft.is(entity) || schema.isEmpty() || !draft.changed(attribute)) {
      return;
    }
    String pointer = Pointers.to(attribute);
    if (!schema.get().isObject()) {
      findings.invalid(RULE, pointer, "a schema must be an object");
    } else if (Json.bytes(schema.get()).length > MAX_SCHEMA) {
      findings.invalid(RULE, pointer, "a schema has at most " + MAX_SCHEMA + " bytes");
    } else {
      SchemaCheck.soundness(schema.get()).stream()
          .limit(MAX_FAULTS)
          .forEach(f -> findings.invalid(RULE, pointer + f.pointer(), f.detail()));
    }
  }

  /** Whether the attribute is an object of acceptable size. */
  private static boolean object(Draft draft, String attribute, Findings findings) {
    Optional<JsonNode> value = draft.value(attribute);
    String pointer = Pointers.to(attribute);
    if (value.isEmpty() || findings.faulty(pointer)) {
      return false;
    }
    if (!value.get().isObject()) {
      findings.invalid(RULE, pointer, attribute + " must be an object");
      return false;
    }
    if (Json.bytes(value.get()).length > MAX_PAYLOAD) {
      findings.invalid(RULE, pointer, attribute + " has at most " + MAX_PAYLOAD + " bytes");
      return false;
    }
    return true;
  }

  private static void fits(Draft draft, String attribute, JsonNode schema, Findings findings) {
    SchemaCheck.faults(schema, draft.after().get(attribute)).stream()
        .limit(MAX_FAULTS)
        .forEach(f -> findings.invalid(RULE, Pointers.to(attribute) + f.pointer(), f.detail()));
  }
}
