package io.glebe.api.boot;

import io.glebe.api.sensors.SensorVerticle;
import io.glebe.api.spatio.SpatioVerticle;
import io.glebe.core.infrastructure.MqttPorts;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The addresses that a start prints: those of the areas of this process. */
final class StartAddresses {
  private static final String LINE = "  %-18s %s";

  private record Address(String area, String label, String path) {}

  private static final List<Address> HTTP =
      List.of(
          new Address("console", "console", "/console/"),
          new Address("farm", "farm API", "/v1/"),
          new Address(SpatioVerticle.NAME, "spatio-temporal", "/api/v2/"),
          new Address(SensorVerticle.NAME, "SensorThings", "/sta/v1.1/"),
          new Address("openapi", "documentation", "/docs/"));

  private StartAddresses() {}

  /**
   * Returns the lines.
   *
   * @param areas names of the deployed areas
   * @param base address of the HTTP server
   */
  static List<String> of(Set<String> areas, String base, MqttPorts mqtt) {
    List<String> lines = new ArrayList<>();
    for (Address address : HTTP) {
      if (areas.contains(address.area())) {
        lines.add(LINE.formatted(address.label(), base + address.path()));
      }
    }
    mqtt.tlsPort()
        .ifPresent(port -> lines.add(LINE.formatted("MQTT", "mqtts://localhost:" + port)));
    return lines;
  }
}
