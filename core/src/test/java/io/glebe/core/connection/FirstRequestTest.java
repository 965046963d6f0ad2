package io.glebe.core.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.config.MemorySettings;
import io.glebe.core.config.Settings;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FirstRequestTest {
  private static final String HEAD = "PUT / HTTP/1.1\r\nHost: here\r\n\r\n";

  private final EmbeddedChannel channel =
      new EmbeddedChannel(new FirstRequest(Duration.ofSeconds(30)), new Detection());
  private final StringBuilder decoded = new StringBuilder();

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
  }

  /** Tells the protocols apart as Vert.x does: by the first byte that is not of the preface. */
  private final class Detection extends ChannelInboundHandlerAdapter {
    private final StringBuilder seen = new StringBuilder();

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ByteBuf bytes = (ByteBuf) message;
      seen.append(bytes.toString(StandardCharsets.US_ASCII));
      bytes.release();
      if (!"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".startsWith(seen.toString())) {
        context.pipeline().addLast("h2c", new Upgrade());
        context.pipeline().remove(this);
        context.fireChannelRead(Unpooled.copiedBuffer(seen, StandardCharsets.US_ASCII));
      }
    }
  }

  /** Waits for the end of a head, as the handler of Vert.x behind its decoder. */
  private final class Upgrade extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ByteBuf bytes = (ByteBuf) message;
      decoded.append(bytes.toString(StandardCharsets.US_ASCII));
      bytes.release();
      if (decoded.indexOf("\r\n\r\n") >= 0) {
        context.pipeline().remove(this);
      }
    }
  }

  private void read(String text) {
    channel.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII));
  }

  private String rest() {
    StringBuilder rest = new StringBuilder();
    for (ByteBuf bytes = channel.readInbound(); bytes != null; bytes = channel.readInbound()) {
      rest.append(bytes.toString(StandardCharsets.US_ASCII));
      bytes.release();
    }
    return rest.toString();
  }

  @Test
  void littleBehindTheFirstHeadIsDecodedBeforeTheLimitsAreThere() {
    String body = "1\r\nx\r\n".repeat(10_000);
    read(HEAD + body);
    assertThat(decoded.length()).isLessThanOrEqualTo(HEAD.length() + 2 * 1024);
    assertThat(decoded + rest()).isEqualTo(HEAD + body);
    assertThat(channel.pipeline().get(FirstRequest.class)).isNull();
  }

  @Test
  void aHeadThatDoesNotEndIsCutOff() {
    read("PUT / HTTP/1.1\r\n");
    channel.advanceTimeBy(20, TimeUnit.SECONDS);
    read("Host: he");
    channel.runScheduledPendingTasks();
    assertThat(channel.isOpen()).isTrue();
    channel.advanceTimeBy(11, TimeUnit.SECONDS);
    channel.runScheduledPendingTasks();
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void aHeadThatNeedsMoreMemoryThanThereIsIsCutOffAndNothingStaysHeld() {
    Settings small =
        Settings.defaults()
            .with(MemorySettings.HEAD_MEMORY, "64k")
            .with(MemorySettings.HEAD_MEMORY_OF_ADDRESS, "48k");
    HeadMemory heads = HeadMemory.of(small);
    heads.attach(channel);
    read("PUT / HTTP/1.1\r\n" + "a:\r\n".repeat(200));
    assertThat(channel.isOpen()).isTrue();
    assertThat(heads.budget().held()).as("of 201 lines").isGreaterThan(200 * 128);
    read("a:\r\n".repeat(15_000));
    assertThat(channel.isOpen()).isFalse();
    assertThat(decoded.length()).isLessThan(3_000);
    assertThat(heads.budget().held()).isZero();
  }

  @Test
  void aHeadThatEndsIsNotCutOffNorAPrefaceOfHttp2() {
    read(HEAD);
    channel.advanceTimeBy(1, TimeUnit.MINUTES);
    channel.runScheduledPendingTasks();
    assertThat(channel.isOpen()).isTrue();
    EmbeddedChannel other =
        new EmbeddedChannel(new FirstRequest(Duration.ofSeconds(30)), new Detection());
    other.writeInbound(
        Unpooled.copiedBuffer("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", StandardCharsets.US_ASCII));
    other.advanceTimeBy(1, TimeUnit.MINUTES);
    other.runScheduledPendingTasks();
    assertThat(other.isOpen()).isTrue();
    other.finishAndReleaseAll();
  }
}
