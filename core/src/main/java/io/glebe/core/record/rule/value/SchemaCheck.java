package io.glebe.core.record.rule.value;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import io.glebe.core.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Validates against JSON Schema 2020-12, asserts formats and fetches nothing. Caches at most
 * {@value #KEPT} compiled schemas. Safe for all threads.
 */
public final class SchemaCheck {
  private static final int KEPT = 500;

  /** Maximum characters of a regular expression in a schema. */
  private static final int MAX_PATTERN = 500;

  private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";
  private static final Set<String> REFERENCES = Set.of("$ref", "$dynamicRef");

  private static final Schema META = registry().getSchema(SchemaLocation.of(DIALECT));

  private static final Cache<String, Schema> COMPILED =
      Caffeine.newBuilder().maximumSize(KEPT).build();

  /** A mismatch, with a JSON Pointer into the value. */
  public record SchemaFault(String pointer, String detail) {}

  private SchemaCheck() {}

  /** Each schema gets a registry of its own, so that no schema's $id can replace another's. */
  private static SchemaRegistry registry() {
    return SchemaRegistry.withDefaultDialect(
        SpecificationVersion.DRAFT_2020_12,
        b ->
            b.schemaRegistryConfig(
                SchemaRegistryConfig.builder()
                    .formatAssertionsEnabled(true)
                    .regularExpressionFactory(BoundedPattern::new)
                    .build()));
  }

  /** The errors of a schema itself; empty when values can be checked against it. */
  public static List<SchemaFault> soundness(JsonNode schema) {
    List<SchemaFault> faults = new ArrayList<>();
    walk(schema, "", faults);
    String dialect = schema.path("$schema").asText(DIALECT);
    if (!dialect.equals(DIALECT)) {
      faults.add(new SchemaFault("/$schema", "the dialect must be " + DIALECT));
    }
    if (faults.isEmpty()) {
      faults.addAll(run(META, schema));
    }
    if (faults.isEmpty()) {
      faults.addAll(faults(schema, Json.object()).stream().filter(SchemaCheck::broken).toList());
    }
    return List.copyOf(faults);
  }

  /** The mismatches between {@code value} and {@code schema}. */
  public static List<SchemaFault> faults(JsonNode schema, JsonNode value) {
    try {
      String text = Json.write(schema);
      Schema compiled = COMPILED.get(text, t -> registry().getSchema(t, InputFormat.JSON));
      return run(compiled, value);
    } catch (SchemaException | PatternSyntaxException | StackOverflowError e) {
      return List.of(unusable(e));
    }
  }

  private static final String UNUSABLE = "the schema cannot be applied";

  private static boolean broken(SchemaFault fault) {
    return fault.detail().startsWith(UNUSABLE);
  }

  private static SchemaFault unusable(Throwable e) {
    boolean endless = e instanceof StackOverflowError;
    return new SchemaFault("", UNUSABLE + (endless ? ": it refers to itself without end" : ""));
  }

  private static List<SchemaFault> run(Schema schema, JsonNode value) {
    try {
      List<SchemaFault> faults = new ArrayList<>();
      for (Error error : schema.validate(Json.write(value), InputFormat.JSON)) {
        faults.add(new SchemaFault(pointer(error), error.getMessage()));
      }
      return faults;
    } catch (SchemaException | PatternSyntaxException | StackOverflowError e) {
      return List.of(unusable(e));
    }
  }

  private static String pointer(Error error) {
    String at = error.getInstanceLocation().toString();
    String missing = error.getProperty();
    boolean absent = "required".equals(error.getKeyword()) && missing != null;
    return absent ? Pointers.to(at, missing) : at;
  }

  /** References stay inside the schema; patterns are short and compile. */
  private static void walk(JsonNode node, String pointer, List<SchemaFault> faults) {
    for (Map.Entry<String, JsonNode> e : node.properties()) {
      String at = Pointers.to(pointer, e.getKey());
      JsonNode value = e.getValue();
      if (REFERENCES.contains(e.getKey())
          && value.isTextual()
          && !value.textValue().startsWith("#")) {
        faults.add(new SchemaFault(at, "a reference must stay inside the schema"));
      }
      if (e.getKey().equals("pattern") && value.isTextual() && !isPattern(value.textValue())) {
        faults.add(new SchemaFault(at, "this is not a valid regular expression"));
      }
      walk(value, at, faults);
    }
    if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        walk(node.get(i), Pointers.to(pointer, i), faults);
      }
    }
  }

  private static boolean isPattern(String text) {
    try {
      return text.length() <= MAX_PATTERN && Pattern.compile(text) != null;
    } catch (PatternSyntaxException e) {
      return false;
    }
  }
}
