package io.glebe.api.http.fastpath;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.http.EchoArea;
import io.glebe.api.http.SocketUpgrade;
import io.glebe.api.http.TestServer;
import io.glebe.core.config.Settings;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.NetSocket;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A connection that leaves HTTP after some requests is read on. */
@Timeout(60)
class WebSocketHandshakeTest {
  private final TestServer server = new TestServer(Settings.defaults(), new EchoArea());
  private Socket socket;

  @BeforeEach
  void open() throws IOException {
    server.gateway.upgrade(new Echo());
    socket = new Socket(InetAddress.getLoopbackAddress(), server.verticle.port());
    socket.setSoTimeout(20_000);
  }

  @AfterEach
  void close() throws IOException {
    socket.close();
    server.close();
  }

  /** A protocol that sends everything back. */
  private static final class Echo implements SocketUpgrade {
    @Override
    public String path() {
      return "/echo";
    }

    @Override
    public String protocol() {
      return "echo";
    }

    @Override
    public void open(NetSocket opened, InetAddress client) {
      ChannelHandlerContext last = ((NetSocketInternal) opened).channelHandlerContext();
      last.pipeline()
          .addBefore(
              last.name(),
              "echo",
              new ChannelInboundHandlerAdapter() {
                @Override
                public void channelRead(ChannelHandlerContext context, Object message) {
                  var _ = context.writeAndFlush(message);
                }
              });
    }
  }

  private static byte[] handshake(int more) {
    return ("GET /echo HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
            + "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            + "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            + "Sec-WebSocket-Protocol: echo\r\nX-More: "
            + "x".repeat(more)
            + "\r\n\r\n")
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static String head(DataInputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (!head.toString().endsWith("\r\n\r\n")) {
      head.append((char) in.readUnsignedByte());
    }
    return head.toString();
  }

  private void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  /** A long head is passed on in slices, with reading switched off meanwhile. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3_000, 12_000})
  void theConnectionIsReadOnAfterAHeadOfAnyLength(int more) throws IOException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    send("GET /items/7 HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(head(in)).startsWith("HTTP/1.1 200 ");
    in.readNBytes("item 7".length());
    send(handshake(more));
    assertThat(head(in)).startsWith("HTTP/1.1 101 ");
    for (int length : new int[] {10, 50_000, 3}) {
      send(random(length));
      assertThat(in.readNBytes(length)).isEqualTo(random(length));
    }
  }
}
