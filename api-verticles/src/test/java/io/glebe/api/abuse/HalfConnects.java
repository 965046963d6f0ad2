package io.glebe.api.abuse;

import java.io.OutputStream;
import java.net.Socket;

/** MQTT clients that announce a CONNECT packet, send the name of the protocol, and then nothing. */
record HalfConnects(int clients) implements Abuse {
  /** One of so many clients announces a large packet. */
  private static final int LARGE = 23;

  private static final byte[] LARGE_PACKET = {0x10, (byte) 0x90, (byte) 0xA1, 0x0F}; // 250,000
  private static final byte[] SMALL_PACKET = {0x10, (byte) 0xAC, 0x1B}; // 3,500
  private static final byte[] PROTOCOL = {0, 4, 'M', 'Q', 'T', 'T'};

  @Override
  public void start(AbuseConnections connections) {
    int large = (int) Math.ceil((double) clients / LARGE);
    begin(connections, large, LARGE_PACKET);
    begin(connections, clients - large, SMALL_PACKET);
  }

  private static void begin(AbuseConnections connections, int clients, byte[] header) {
    connections.repeat(
        clients,
        () -> {
          Socket socket = connections.mqttSocket();
          try {
            OutputStream out = socket.getOutputStream();
            out.write(header);
            out.write(PROTOCOL);
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
            connections.count("disconnected");
          } finally {
            connections.reset(socket);
          }
        });
  }
}
