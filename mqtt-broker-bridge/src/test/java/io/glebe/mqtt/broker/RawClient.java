package io.glebe.mqtt.broker;

import io.glebe.mqtt.MqttStation;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Writes MQTT 3.1.1 packets byte by byte, including packets that no library sends. */
final class RawClient implements AutoCloseable {
  private static final int CONNECT = 0x10;
  private static final int PUBLISH = 0x32;
  private static final int SUBSCRIBE = 0x82;

  private final Socket socket;
  final DataInputStream in;
  private final DataOutputStream out;

  RawClient(int port) throws IOException {
    socket = new Socket();
    socket.setReceiveBufferSize(8 * 1024);
    socket.connect(new java.net.InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    socket.setSoTimeout(60_000);
    in = new DataInputStream(socket.getInputStream());
    out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
  }

  /** Connects; returns the return code. */
  int connect(String account, int keepAliveSeconds) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream body = new DataOutputStream(bytes);
    text(body, "MQTT");
    body.writeByte(4);
    body.writeByte(0xC2);
    body.writeShort(keepAliveSeconds);
    text(body, "raw-" + java.util.UUID.randomUUID());
    text(body, account);
    text(body, MqttStation.PASSWORD);
    packet(CONNECT, bytes.toByteArray());
    in.readFully(new byte[3]);
    return in.readUnsignedByte();
  }

  void subscribe(String filter, int qos) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream body = new DataOutputStream(bytes);
    body.writeShort(1);
    text(body, filter);
    body.writeByte(qos);
    packet(SUBSCRIBE, bytes.toByteArray());
  }

  /** Publishes with quality of service 0 to 2; {@code again} sets the DUP flag. */
  void publish(int qos, boolean again, int id, String topic, byte[] payload) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream body = new DataOutputStream(bytes);
    text(body, topic);
    if (qos > 0) {
      body.writeShort(id);
    }
    body.write(payload);
    packet(0x30 | qos << 1 | (again ? 8 : 0), bytes.toByteArray());
  }

  void packet(int first, byte[] body) throws IOException {
    out.writeByte(first);
    writeLength(body.length);
    out.write(body);
    out.flush();
  }

  private void writeLength(int length) throws IOException {
    int rest = length;
    do {
      int digit = rest % 128;
      rest /= 128;
      out.writeByte(rest > 0 ? digit | 0x80 : digit);
    } while (rest > 0);
  }

  /** Sends the header of a PUBLISH of that length and the first bytes of its topic only. */
  void begin(int length, int sent) throws IOException {
    out.writeByte(PUBLISH);
    writeLength(length);
    out.writeShort(ClientLimits.MAX_CLIENT_ID);
    out.write("x".repeat(sent).getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /** Reads the next packet: its first byte and, for packets with two more bytes, the packet id. */
  int[] answer() throws IOException {
    int first = in.readUnsignedByte();
    int length = in.readUnsignedByte();
    int id = length >= 2 ? in.readUnsignedShort() : -1;
    in.readFully(new byte[Math.max(0, length - 2)]);
    return new int[] {first, id};
  }

  private static void text(DataOutputStream body, String text) throws IOException {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    body.writeShort(utf8.length);
    body.write(utf8);
  }

  boolean isClosed() {
    return socket.isClosed();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
