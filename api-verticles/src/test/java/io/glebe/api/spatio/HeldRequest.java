package io.glebe.api.spatio;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;

/** A request whose body is half sent until the test sends the rest. */
public final class HeldRequest implements AutoCloseable {
  private static final int STATUS_LINE = "HTTP/1.1 200".length();

  private final Socket socket;
  private final byte[] body;
  private int status = -1;

  private HeldRequest(Socket socket, byte[] body) {
    this.socket = socket;
    this.body = body;
  }

  public static HeldRequest half(
      SpatioClient client, String method, String path, String mediaType, byte[] body)
      throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), client.platform().port());
    String head =
        """
        %s %s HTTP/1.1
        Host: localhost
        Authorization: Bearer glebe-dev-token
        Content-Type: %s
        Content-Length: %d

        """
            .formatted(method, client.prefix() + path, mediaType, body.length)
            .replace("\n", "\r\n");
    socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().write(body, 0, body.length / 2);
    return new HeldRequest(socket, body);
  }

  /** Sends the rest and returns the status. */
  public int finish() throws IOException {
    socket.getOutputStream().write(body, body.length / 2, body.length - body.length / 2);
    return status();
  }

  /** The status, if there is a response already. */
  public OptionalInt answered() throws IOException {
    if (status < 0 && socket.getInputStream().available() >= STATUS_LINE) {
      status = status();
    }
    return status < 0 ? OptionalInt.empty() : OptionalInt.of(status);
  }

  private int status() throws IOException {
    InputStream answer = socket.getInputStream();
    String line = new String(answer.readNBytes(STATUS_LINE), StandardCharsets.US_ASCII);
    return Integer.parseInt(line.substring(line.length() - 3));
  }

  /** Closes the connection, with or without a response. */
  @Override
  public void close() throws IOException {
    socket.close();
  }
}
