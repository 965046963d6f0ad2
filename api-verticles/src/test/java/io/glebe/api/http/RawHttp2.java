package io.glebe.api.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** An HTTP/2 connection without encryption on which a test writes each frame. */
public final class RawHttp2 implements AutoCloseable {
  public static final int DATA = 0;
  public static final int HEADERS = 1;
  public static final int PRIORITY_FRAME = 2;
  public static final int RESET = 3;
  public static final int SETTINGS = 4;
  public static final int PING = 6;
  public static final int GO_AWAY = 7;
  public static final int WINDOW_UPDATE = 8;
  public static final int INTERNAL_ERROR = 2;
  public static final int REFUSED_STREAM = 7;
  public static final int CANCEL = 8;
  public static final int CALM_DOWN = 11;

  private static final int ACKNOWLEDGED = 1;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;
  private static final int PRIORITY = 0x20;
  private static final int PRIORITY_BYTES = 5;
  private static final int CONTINUATION = 9;
  private static final int MAX_FRAME = 16_000;
  private static final int METHOD_GET = 0x82;
  private static final int SCHEME_HTTP = 0x86;
  private static final int PATH = 0x04;
  private static final int AUTHORITY = 0x01;
  private static final int STATUS_400 = 0x8c;
  private static final int STATUS_200 = 0x88;
  private static final int MAX_SHORT = 127;
  private static final int INITIAL_WINDOW = 4;
  private static final int DEFAULT_WINDOW = 65_535;
  private static final int PATIENCE_MILLIS = 60_000;

  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;
  private int stream = -1;

  /** A frame of the server; a negative type means that the connection has ended. */
  public record Frame(int type, int stream, byte[] payload) {
    /** The status of a response that begins with this frame; 0 for others than 200 and 400. */
    public int status() {
      return switch (payload[0] & 0xff) {
        case STATUS_200 -> 200;
        case STATUS_400 -> 400;
        default -> 0;
      };
    }

    /** The error code of RST_STREAM or GOAWAY. */
    public int error() {
      return payload[payload.length < 8 ? 3 : 7] & 0xff;
    }
  }

  public RawHttp2(int port) throws IOException {
    this(new Socket(InetAddress.getLoopbackAddress(), port), DEFAULT_WINDOW);
  }

  /**
   * Uses an open connection, and closes it.
   *
   * @param window the bytes that the server may send on each stream
   */
  public RawHttp2(Socket socket, int window) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(PATIENCE_MILLIS);
    in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    out = new DataOutputStream(socket.getOutputStream());
    out.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    byte[] settings =
        ByteBuffer.allocate(6).putShort((short) INITIAL_WINDOW).putInt(window).array();
    frame(SETTINGS, 0, 0, settings);
    if (next(SETTINGS).type() < 0) {
      throw new SocketException("the connection has ended before the settings of the server");
    }
    frame(SETTINGS, ACKNOWLEDGED, 0, new byte[0]);
  }

  /** Begins a GET; returns its stream. */
  public int get(String path, String... headers) throws IOException {
    stream += 2;
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    block.write(METHOD_GET);
    block.write(SCHEME_HTTP);
    block.write(PATH);
    text(block, path);
    for (int i = 0; i < headers.length; i += 2) {
      block.write(headers[i].equals(":authority") ? AUTHORITY : 0);
      if (!headers[i].equals(":authority")) {
        text(block, headers[i]);
      }
      text(block, headers[i + 1]);
    }
    byte[] bytes = block.toByteArray();
    int first = Math.min(bytes.length, MAX_FRAME);
    boolean whole = first == bytes.length;
    frame(HEADERS, END_STREAM | (whole ? END_HEADERS : 0), stream, slice(bytes, 0, first));
    for (int from = first; from < bytes.length; from += MAX_FRAME) {
      int to = Math.min(bytes.length, from + MAX_FRAME);
      frame(CONTINUATION, to == bytes.length ? END_HEADERS : 0, stream, slice(bytes, from, to));
    }
    return stream;
  }

  private static byte[] slice(byte[] bytes, int from, int to) {
    return java.util.Arrays.copyOfRange(bytes, from, to);
  }

  private static void text(ByteArrayOutputStream block, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    int rest = bytes.length - MAX_SHORT;
    block.write(Math.min(bytes.length, MAX_SHORT));
    while (rest >= 0) {
      block.write(rest > MAX_SHORT ? rest & MAX_SHORT | 0x80 : rest);
      rest = rest > MAX_SHORT ? rest >> 7 : -1;
    }
    block.writeBytes(bytes);
  }

  /** Cancels a stream. */
  public void reset(int cancelled) throws IOException {
    frame(RESET, 0, cancelled, new byte[] {0, 0, 0, CANCEL});
  }

  /** Lets the server send so many bytes more of a stream. */
  public void allow(int allowed, int bytes) throws IOException {
    frame(WINDOW_UPDATE, 0, allowed, ByteBuffer.allocate(4).putInt(bytes).array());
  }

  /**
   * Sends frames that belong neither to a request nor to a body, all in one write.
   *
   * @param id of their stream; 0 for the connection
   */
  public void control(int type, int id, byte[] payload, int times) throws IOException {
    byte[] one = bytes(type, 0, id, payload);
    byte[] all = new byte[times * one.length];
    for (int i = 0; i < times; i++) {
      System.arraycopy(one, 0, all, i * one.length, one.length);
    }
    out.write(all);
  }

  private void frame(int type, int flags, int id, byte[] payload) throws IOException {
    out.write(bytes(type, flags, id, payload));
  }

  private static byte[] bytes(int type, int flags, int id, byte[] payload) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream frame = new DataOutputStream(bytes);
    frame.writeByte(payload.length >> 16);
    frame.writeShort(payload.length);
    frame.writeByte(type);
    frame.writeByte(flags);
    frame.writeInt(id);
    frame.write(payload);
    return bytes.toByteArray();
  }

  /** The next frame of the server; of type -1 at the end of the connection. */
  public Frame next() throws IOException {
    try {
      int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
      int type = in.readUnsignedByte();
      int flags = in.readUnsignedByte();
      int id = in.readInt();
      byte[] payload = new byte[length];
      in.readFully(payload);
      boolean hasPriority = type == HEADERS && (flags & PRIORITY) != 0;
      return new Frame(type, id, hasPriority ? slice(payload, PRIORITY_BYTES, length) : payload);
    } catch (EOFException | SocketException ended) {
      return new Frame(-1, 0, new byte[0]);
    }
  }

  /** The next frame of one of the types, or the end of the connection. */
  public Frame next(int... types) throws IOException {
    while (true) {
      Frame frame = next();
      if (frame.type() < 0 || java.util.Arrays.stream(types).anyMatch(t -> t == frame.type())) {
        return frame;
      }
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
