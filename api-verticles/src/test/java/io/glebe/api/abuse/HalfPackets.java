package io.glebe.api.abuse;

import io.glebe.mqtt.fixture.RawClient;
import java.io.OutputStream;
import java.net.Socket;

/** MQTT clients that announce a large message and send its first bytes only. */
record HalfPackets(int clients) implements Abuse {
  private static final int ANNOUNCED = 250_000;
  private static final int SENT = 100;

  @Override
  public void start(AbuseConnections connections) {
    connections.repeat(
        clients,
        () -> {
          Socket socket = connections.mqttSocket();
          try {
            RawClient client = connections.signIn(socket);
            client.begin(ANNOUNCED, SENT);
            client.in.transferTo(OutputStream.nullOutputStream());
            connections.count("disconnected");
          } finally {
            connections.reset(socket);
          }
        });
  }
}
