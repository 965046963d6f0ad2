package io.glebe.core.sensor.mapping;

import io.glebe.api.fuzz.FuzzTarget;
import io.glebe.api.fuzz.TextTarget;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * Mappings of MQTT topics, and messages for them: a mapping, a line with a topic, and a payload,
 * which lines of three dots separate.
 */
public final class MappingTarget implements FuzzTarget {
  private static final MappingLimits LIMITS = new MappingLimits(10, 50, 100);
  private static final int VALUES = 50;

  @Override
  public boolean accepts(byte[] input) throws IOException {
    String[] parts = new String(input, StandardCharsets.UTF_8).split("\n\\.\\.\\.\n", 3);
    return TextTarget.unlessProblem(
        () -> {
          MqttMapping mapping = MqttMapping.parse(Json.parseObject(parts[0]), LIMITS);
          if (parts.length == 3) {
            mapping
                .match(parts[1])
                .ifPresent(
                    topic -> {
                      var _ = topic.read(Json.parse(parts[2]), Instant.EPOCH, VALUES);
                    });
          }
        });
  }
}
