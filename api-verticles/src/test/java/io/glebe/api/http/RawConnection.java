package io.glebe.api.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * A connection on which a test controls every byte that it sends, and reads responses one by one.
 */
public final class RawConnection implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 60_000;

  private final Socket socket;
  private final InputStream input;

  /** A response with a Content-Length, or without a body. */
  public record RawResponse(int status, Map<String, String> headers, byte[] body) {}

  public RawConnection(URI server) throws IOException {
    this(new Socket(server.getHost(), server.getPort()));
  }

  /** A connection from another address of this machine, for example 127.0.0.2. */
  public static RawConnection from(String address, URI server) throws IOException {
    Socket socket = new Socket();
    socket.bind(new InetSocketAddress(address, 0));
    socket.connect(new InetSocketAddress(server.getHost(), server.getPort()));
    return new RawConnection(socket);
  }

  private RawConnection(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(PATIENCE_MILLIS);
    input = new BufferedInputStream(socket.getInputStream());
  }

  /** Sends lines of a request head unchanged; an empty line ends the head. */
  public void say(String... lines) throws IOException {
    socket
        .getOutputStream()
        .write((String.join("\r\n", lines) + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
  }

  /**
   * The next response.
   *
   * @param body whether one follows the head
   */
  public RawResponse read(boolean body) throws IOException {
    int status = Integer.parseInt(line().split(" ", -1)[1]);
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String line = line(); !line.isEmpty(); line = line()) {
      String[] parts = line.split(": ", 2);
      headers.put(parts[0], parts[1]);
    }
    int length = body ? Integer.parseInt(headers.getOrDefault("Content-Length", "0")) : 0;
    byte[] bytes = input.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("the body ended early");
    }
    return new RawResponse(status, headers, bytes);
  }

  /** Whether the beginning of a response has arrived. */
  public boolean isAnswered() {
    try {
      return input.available() > 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether the server has closed the connection, with or without a response. */
  public boolean isOver() throws IOException {
    try {
      return input.read() < 0;
    } catch (SocketException reset) {
      return true;
    }
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = input.read(); next != '\n'; next = input.read()) {
      if (next < 0) {
        throw new EOFException("the connection ended");
      }
      if (next != '\r') {
        line.write(next);
      }
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
