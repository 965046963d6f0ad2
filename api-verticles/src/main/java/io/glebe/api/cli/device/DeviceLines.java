package io.glebe.api.cli.device;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a person copies to a device: the lines that publish one observation to a datastream.
 *
 * @param broker address for MQTT, {@code mqtts} or {@code mqtt}
 * @param authority file with the certificate of the platform's own authority; empty if the system
 *     trusts its certificate, or without TLS
 * @param certificate text of that file; a sketch contains it, because a device has no files
 * @param datastream id of the datastream
 */
record DeviceLines(
    URI broker,
    Optional<Path> authority,
    Optional<String> certificate,
    String account,
    String password,
    long datastream) {

  String topic() {
    return topic(datastream);
  }

  static String topic(long datastream) {
    return "v1.1/Datastreams(" + datastream + ")/Observations";
  }

  private boolean encrypted() {
    return broker.getScheme().equals("mqtts");
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }

  /** A command for a shell. */
  String mosquitto() {
    String trust =
        authority
            .map(file -> " --cafile " + quoted(file.toString()))
            .orElse(encrypted() ? " --tls-use-os-certs" : "");
    return "mosquitto_pub -V mqttv5 -h %s -p %d%s -u %s -P %s -q 1 -t %s"
            .formatted(
                broker.getHost(),
                broker.getPort(),
                trust,
                account,
                quoted(password),
                quoted(topic()))
        + " -m \"{\\\"result\\\": 21.5, \\\"phenomenonTime\\\": \\\"$(date -u +%FT%TZ)\\\"}\"";
  }

  /** A program for paho-mqtt. */
  String python() {
    String trust =
        authority
            .map(file -> ", tls={\"ca_certs\": \"" + escaped(file.toString()) + "\"}")
            .orElse(encrypted() ? ", tls={}" : "");
    return """
    import json
    from datetime import datetime, timezone
    from paho.mqtt import publish
    observation = {"result": 21.5, "phenomenonTime": datetime.now(timezone.utc).isoformat()}
    publish.single("%s", json.dumps(observation), qos=1, hostname="%s", port=%d,
                   auth={"username": "%s", "password": "%s"}%s)
    """
        .formatted(topic(), broker.getHost(), broker.getPort(), account, password, trust)
        .stripTrailing();
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"");
  }

  /** A sketch for ESP32 and the library PubSubClient; the time of arrival counts. */
  String arduino() {
    return """
    #include <WiFi.h>
    %1$s#include <PubSubClient.h>
    %2$s%3$s net;
    PubSubClient mqtt(net);
    void setup() {
      WiFi.begin("name of the network", "its password");
    %4$s  mqtt.setServer("%5$s", %6$d);
    }
    void loop() {
      if (mqtt.connected() || mqtt.connect("%7$s", "%7$s", "%8$s"))
        mqtt.publish("%9$s", "{\\"result\\": 21.5}");
      mqtt.loop();
      delay(60000);
    }
    """
        .formatted(
            encrypted() ? "#include <WiFiClientSecure.h>\n" : "",
            encrypted() ? trusted() : "",
            encrypted() ? "WiFiClientSecure" : "WiFiClient",
            encrypted() ? "  net.setCACert(CA);\n" : "",
            broker.getHost(),
            broker.getPort(),
            account,
            password,
            topic())
        .stripTrailing();
  }

  /** The constant with the certificate that a sketch trusts. */
  private String trusted() {
    String text = certificate.orElse("the certificate of the authority that signed the broker's");
    return "const char CA[] = R\"PEM(\n" + text.strip() + "\n)PEM\";\n";
  }
}
