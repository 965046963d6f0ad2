package io.glebe.api.mqtt;

import io.glebe.api.http.SocketUpgrade;
import io.glebe.mqtt.broker.MqttBroker;
import io.vertx.core.net.NetSocket;
import java.net.InetAddress;

/** MQTT over WebSockets at the port of HTTP. */
record MqttWebSockets(MqttBroker broker) implements SocketUpgrade {
  @Override
  public String path() {
    return "/mqtt";
  }

  @Override
  public String protocol() {
    return "mqtt";
  }

  @Override
  public void open(NetSocket socket, InetAddress client) {
    broker.open(socket, client);
  }
}
