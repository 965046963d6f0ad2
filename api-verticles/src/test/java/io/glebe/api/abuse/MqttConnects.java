package io.glebe.api.abuse;

import java.net.Socket;
import java.time.Duration;

/** MQTT clients that sign in and leave, at a constant rate. */
record MqttConnects(int perSecond) implements Abuse {
  private static final int PER_CLIENT_AND_SECOND = 5;
  private static final Duration PAUSE = Duration.ofSeconds(1).dividedBy(PER_CLIENT_AND_SECOND);

  @Override
  public void start(AbuseConnections connections) {
    connections.repeat(
        Math.max(1, perSecond / PER_CLIENT_AND_SECOND),
        () -> {
          Socket socket = connections.mqttSocket();
          try {
            connections.signIn(socket);
            connections.pause(PAUSE);
          } finally {
            connections.reset(socket);
          }
        });
  }
}
