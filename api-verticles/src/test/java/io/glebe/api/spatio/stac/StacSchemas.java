package io.glebe.api.spatio.stac;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The schemas of STAC 1.0.0 and of its extensions, as test data; no schema is downloaded. */
final class StacSchemas {
  private static final List<String> FILES =
      List.of(
          "catalog",
          "collection",
          "item",
          "basics",
          "datetime",
          "instrument",
          "licensing",
          "provider",
          "geometry",
          "feature",
          "datacube",
          "projection",
          "raster",
          "eo",
          "render");
  private static final String CORE = "https://schemas.stacspec.org/v1.0.0/";
  private static final Map<String, String> TEXTS = texts();
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(
          SpecificationVersion.DRAFT_7, builder -> builder.schemas(TEXTS));

  private StacSchemas() {}

  private static Map<String, String> texts() {
    Map<String, String> texts = new HashMap<>();
    for (String file : FILES) {
      try (InputStream in = StacSchemas.class.getResourceAsStream("/stac/" + file + ".json")) {
        String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        texts.put(Json.parseObject(text).path("$id").asText(), text);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return Map.copyOf(texts);
  }

  /** Validates a document against the schema of its kind and the schemas of its extensions. */
  static void valid(JsonNode document) {
    String kind =
        switch (document.path("type").asText()) {
          case "Catalog" -> CORE + "catalog-spec/json-schema/catalog.json";
          case "Collection" -> CORE + "collection-spec/json-schema/collection.json";
          case "Feature" -> CORE + "item-spec/json-schema/item.json";
          default -> throw new AssertionError("no kind of STAC: " + document.path("type"));
        };
    holds(kind, document);
    for (JsonNode extension : document.path("stac_extensions")) {
      if (extension.asText().startsWith("https://stac-extensions.github.io/")) {
        assertThat(TEXTS).containsKey(extension.asText());
        holds(extension.asText(), document);
      }
    }
  }

  private static void holds(String schema, JsonNode document) {
    var errors =
        REGISTRY
            .getSchema(SchemaLocation.of(schema))
            .validate(
                Json.write(document),
                InputFormat.JSON,
                context -> context.executionConfig(config -> config.formatAssertionsEnabled(true)));
    assertThat(errors).as(schema + " of " + document.toPrettyString()).isEmpty();
  }
}
