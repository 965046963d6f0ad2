package io.glebe.core.infrastructure;

import io.glebe.core.config.listen.ListenHosts;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * The ports of the built-in MQTT endpoint.
 *
 * @param port without encryption, on the loopback interface only; empty when it is not offered
 * @param tlsPort with TLS; empty when there is no built-in endpoint
 */
public record MqttPorts(OptionalInt port, OptionalInt tlsPort) {
  /** There is no built-in endpoint. */
  public static final MqttPorts NONE = new MqttPorts(OptionalInt.empty(), OptionalInt.empty());

  /** Returns the addresses for clients that connect to the platform through this host name. */
  public List<String> endpoints(String host) {
    List<String> endpoints = new ArrayList<>();
    tlsPort.ifPresent(number -> endpoints.add("mqtts://" + host + ":" + number));
    if (host.equals("localhost") || host.equals(ListenHosts.LOOPBACK)) {
      port.ifPresent(number -> endpoints.add("mqtt://" + host + ":" + number));
    }
    return endpoints;
  }
}
