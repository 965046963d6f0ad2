package io.glebe.core.catalogue;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads the declaration files. Unknown or inconsistent content causes an {@link
 * IllegalStateException}.
 */
final class CatalogueLoader {
  static final List<String> FILES =
      List.of(
          "p01-party",
          "p02-farm",
          "p03-fields",
          "p04-cropping",
          "p05-work",
          "p06-products",
          "p07-machinery",
          "p08-animals",
          "p09-observations",
          "p10-economics",
          "p11-compliance",
          "p12-processing",
          "p13-sustainability",
          "p14-semantics",
          "p15-alarms");

  private static final ObjectMapper YAML =
      new ObjectMapper(
              YAMLFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private CatalogueLoader() {}

  static Catalogue load() {
    return of(FILES.stream().map(f -> resource(f + ".yaml")).toList());
  }

  /** Builds a catalogue from the given package declarations. */
  static Catalogue of(List<JsonNode> packages) {
    List<EntityType> types = new ArrayList<>();
    packages.forEach(p -> types.addAll(entities(p)));
    CatalogueCheck.check(types);
    return new Catalogue(types);
  }

  /** Reads a YAML resource from the folder of the catalogue. */
  static JsonNode resource(String name) {
    try (InputStream in = CatalogueLoader.class.getResourceAsStream("/catalogue/" + name)) {
      if (in == null) {
        throw new IllegalStateException("catalogue: the resource " + name + " is missing");
      }
      return YAML.readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException("catalogue: " + name + " cannot be read", e);
    }
  }

  private static List<EntityType> entities(JsonNode file) {
    Declaration d = new Declaration("package file", file);
    Declaration p = d.child("package").orElseThrow(() -> d.fault("lacks package"));
    EntityType.Package modelPackage =
        new EntityType.Package(p.requiredText("id"), p.requiredText("name"));
    p.done();
    List<EntityType> types = new ArrayList<>();
    for (Map.Entry<String, JsonNode> e : d.value("entities").orElseThrow().properties()) {
      types.add(
          EntityReader.entity(e.getKey(), modelPackage, new Declaration(e.getKey(), e.getValue())));
    }
    d.done();
    return types;
  }
}
