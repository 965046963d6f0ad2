package io.glebe.api.abuse;

import io.glebe.mqtt.fixture.RawClient;
import java.net.Socket;
import java.net.SocketException;

/** MQTT clients that send pings as fast as they are answered. */
record MqttPings(int clients) implements Abuse {
  private static final int PINGREQ = 0xC0;
  private static final int AT_ONCE = 32 * 1024;

  @Override
  public void start(AbuseConnections connections) {
    connections.repeat(
        clients,
        () -> {
          Socket socket = connections.mqttSocket();
          try {
            RawClient client = connections.signIn(socket);
            while (true) {
              client.repeat(PINGREQ, AT_ONCE);
              client.in.skipNBytes(client.in.available());
              connections.count(AT_ONCE + " pings");
            }
          } catch (SocketException closed) {
            connections.count("disconnected");
          } finally {
            connections.reset(socket);
          }
        });
  }
}
