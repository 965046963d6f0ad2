package io.glebe.api.fuzz;

import io.glebe.api.farm.attachment.FormTarget;
import io.glebe.api.http.header.HeaderTarget;
import io.glebe.api.sensors.BatchTarget;
import io.glebe.core.cube.model.Datetime;
import io.glebe.core.sensor.mapping.MappingTarget;
import io.glebe.core.vocabulary.RdfTarget;
import io.glebe.mqtt.packet.PacketTarget;
import io.glebe.tile.band.BandMath;
import io.glebe.tile.band.ExpressionException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The fuzzed parsers by name; the inputs of one are in a folder of its name. */
public final class FuzzTargets {
  private static final Map<String, FuzzTarget> ALL =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("zarr-metadata", new MetadataTarget()),
              Map.entry("zarr-chunk", new ChunkTarget()),
              Map.entry("geotiff", new TiffTarget()),
              Map.entry("npy", new NpyTarget()),
              Map.entry("rdf", new RdfTarget()),
              Map.entry("mqtt-packets", new PacketTarget()),
              Map.entry("mqtt-topics", new TopicTarget()),
              Map.entry("mqtt-mapping", new MappingTarget()),
              Map.entry("multipart-form", new FormTarget()),
              Map.entry("odata-batch", new BatchTarget()),
              Map.entry("odata-options", new TextTarget(ODataTargets::options)),
              Map.entry("odata-path", new TextTarget(ODataTargets::path)),
              Map.entry("cql2-text", new TextTarget(CqlTargets::text)),
              Map.entry("cql2-json", new TextTarget(CqlTargets::json)),
              Map.entry("json", new TextTarget(JsonTargets::document)),
              Map.entry("json-patch", new TextTarget(JsonTargets::patch)),
              Map.entry("geojson-feature", new TextTarget(JsonTargets::feature)),
              Map.entry("observation", new TextTarget(JsonTargets::observation)),
              Map.entry("map-style", new TextTarget(JsonTargets::style)),
              Map.entry("datetime", new TextTarget(text -> Datetime.parse(text))),
              Map.entry("http-headers", new TextTarget(HeaderTarget::values)),
              Map.entry("band-expression", FuzzTargets::band)));

  private FuzzTargets() {}

  /** All targets, in the order of their names. */
  public static Map<String, FuzzTarget> all() {
    return Map.copyOf(ALL);
  }

  /** The names in order: the number of a name is that of its target in a run of all. */
  public static List<String> names() {
    return List.copyOf(ALL.keySet());
  }

  /** The target of a name. */
  public static FuzzTarget named(String name) {
    FuzzTarget target = ALL.get(name);
    if (target == null) {
      throw new IllegalArgumentException("no target is named " + name + "; there are " + names());
    }
    return target;
  }

  private static boolean band(byte[] input) throws java.io.IOException {
    String expression = new String(input, StandardCharsets.UTF_8);
    return FuzzTarget.unlessRefused(
        ExpressionException.class,
        () -> BandMath.compile(expression, List.of("B04", "B08", "NDVI")));
  }
}
