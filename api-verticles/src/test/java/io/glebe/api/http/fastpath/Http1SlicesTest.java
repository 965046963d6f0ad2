package io.glebe.api.http.fastpath;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.glebe.core.config.MemorySettings;
import io.glebe.core.config.Settings;
import io.glebe.core.connection.HeadMemory;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Bytes of an HTTP/1.1 connection are decoded in small slices, as fast as requests are answered.
 */
class Http1SlicesTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final String REQUEST = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

  private final Http1Slices slices = new Http1Slices(LONG);
  private final List<Integer> lengths = new ArrayList<>();
  private final ByteBuf passedOn = Unpooled.buffer();

  /** What happens when a slice is decoded. */
  private Consumer<ByteBuf> decoded = slice -> {};

  private final EmbeddedChannel channel = new EmbeddedChannel(slices, decoder());

  private ChannelInboundHandlerAdapter decoder() {
    return new ChannelInboundHandlerAdapter() {
      @Override
      public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf slice = (ByteBuf) message;
        lengths.add(slice.readableBytes());
        passedOn.writeBytes(slice.duplicate());
        decoded.accept(slice);
        slice.release();
      }
    };
  }

  private static ByteBuf bytes(int length) {
    byte[] random = new byte[length];
    new Random(length).nextBytes(random);
    return Unpooled.wrappedBuffer(random);
  }

  private ByteBuf read(int length) {
    ByteBuf read = bytes(length);
    ByteBuf same = Unpooled.copiedBuffer(read);
    channel.pipeline().fireChannelRead(read);
    return same;
  }

  private boolean isReading() {
    channel.runPendingTasks();
    return channel.config().isAutoRead();
  }

  private void awaitReading() {
    await().pollInSameThread().until(this::isReading);
  }

  @Test
  void aShortReadIsDecodedAtOnce() {
    read(Http1Slices.SHORT_READ);
    assertThat(lengths).containsExactly(Http1Slices.SHORT_READ);
    assertThat(channel.config().isAutoRead()).isTrue();
  }

  @Test
  void afterItsRemovalTheNextProtocolDecidesWhatIsRead() {
    ByteBuf all = read(3 * Http1Slices.SLICE + 5);
    channel.pipeline().remove(slices);
    assertThat(passedOn).isEqualTo(all);
    assertThat(channel.config().isAutoRead()).isTrue();

    channel.config().setAutoRead(false);
    channel.runPendingTasks();
    assertThat(channel.config().isAutoRead()).isFalse();
  }

  @Test
  void aLongReadIsDecodedInSlicesInItsOrder() {
    ByteBuf all = Unpooled.buffer();
    for (int length : new int[] {3 * Http1Slices.SLICE + 5, 10, 5 * Http1Slices.SLICE}) {
      all.writeBytes(read(length));
    }
    assertThat(channel.config().isAutoRead()).as("while slices wait").isFalse();
    awaitReading();
    assertThat(lengths).allMatch(length -> length <= Http1Slices.SLICE);
    assertThat(passedOn).isEqualTo(all);
  }

  /** Heads of requests without bodies, which are decoded, handled and not answered. */
  private void readRequests(int number) {
    decoded =
        slice -> {
          slices.head(0);
          slices.ended();
          slices.handled(0);
        };
    channel.pipeline().fireChannelRead(Unpooled.copiedBuffer(REQUEST.repeat(number), US_ASCII));
  }

  private void awaitDecoded(int number) {
    await().pollInSameThread().until(() -> !isReading() && lengths.size() == number);
    assertThat(isReading()).isFalse();
    assertThat(lengths).hasSize(number).allMatch(length -> length == REQUEST.length());
  }

  @Test
  void aRequestIsDecodedWhenTheOneBeforeIsAnswered() {
    readRequests(3);
    awaitDecoded(1);
    slices.answered();
    awaitDecoded(2);
    slices.answered();
    awaitReading();
    assertThat(lengths).as("reading goes on while the last one is answered").hasSize(3);
  }

  @Test
  void aRequestIsDecodedWhenMostResponsesAreSent() {
    for (int i = 0; i < 9; i++) {
      slices.waitsToBeSent();
    }
    readRequests(1);
    awaitDecoded(0);
    slices.sent();
    awaitReading();
    assertThat(lengths).hasSize(1);
  }

  @Test
  void whatVertxSwitchesOffStaysOffUntilItSwitchesItOn() {
    decoded = slice -> channel.config().setAutoRead(lengths.size() != 2);
    read(3 * Http1Slices.SLICE);
    await().pollInSameThread().until(() -> !isReading() && lengths.size() == 2);
    assertThat(isReading()).isFalse();
    assertThat(lengths).hasSize(2);

    channel.config().setAutoRead(true);
    awaitReading();
    assertThat(lengths).hasSize(3);
  }

  @Test
  void whatVertxSwitchesOffAtTheEndOfAReadStaysOff() {
    slices.pause(); // slices would be passed on before the read ends
    read(3 * Http1Slices.SLICE);
    channel.pipeline().addLast(switchingOff());
    channel.pipeline().fireChannelReadComplete();
    slices.resume();
    assertThat(isReading()).isFalse();
    assertThat(lengths).isEmpty();

    channel.config().setAutoRead(true);
    awaitReading();
    assertThat(lengths).hasSize(3);
  }

  /** Switches reading off at the end of the first read. */
  private static ChannelInboundHandlerAdapter switchingOff() {
    return new ChannelInboundHandlerAdapter() {
      private boolean done;

      @Override
      public void channelReadComplete(ChannelHandlerContext context) {
        context.channel().config().setAutoRead(done);
        done = true;
      }
    };
  }

  @Test
  void aPauseEndsWithItsTimeOnly() {
    slices.pause();
    read(10);
    channel.config().setAutoRead(true); // by Vert.x, for a body that it has
    assertThat(isReading()).isFalse();
    assertThat(lengths).isEmpty();

    slices.resume();
    awaitReading();
    assertThat(lengths).containsExactly(10);
  }

  @Test
  void bodiesAreDecodedAsTheyAreReadAndTinyChunksInSmallSlices() {
    int large = Http1Slices.BODY_SLICE;
    slices.head(large);
    read(large);
    assertThat(lengths).containsExactly(large);

    slices.content(large);
    slices.ended();
    slices.head(0); // a body in chunks
    slices.content(large);
    read(large);
    assertThat(lengths).containsExactly(large, large);

    slices.content(1);
    read(large);
    awaitReading();
    assertThat(lengths.subList(2, lengths.size())).allMatch(l -> l <= Http1Slices.SLICE);
  }

  @Test
  void aHeadThatDoesNotEndClosesTheConnection() {
    EmbeddedChannel slow = new EmbeddedChannel(new Http1Slices(Duration.ofMillis(20)));
    slow.pipeline().fireChannelRead(bytes(3));
    await()
        .pollInSameThread()
        .until(
            () -> {
              slow.runPendingTasks();
              return !slow.isOpen();
            });
  }

  @Test
  void aHeadThatNeedsMoreMemoryThanThereIsClosesTheConnection() {
    HeadMemory heads =
        HeadMemory.of(
            Settings.defaults()
                .with(MemorySettings.HEAD_MEMORY, "64k")
                .with(MemorySettings.HEAD_MEMORY_OF_ADDRESS, "48k"));
    Http1Slices watched = new Http1Slices(LONG);
    EmbeddedChannel other = new EmbeddedChannel(watched, ending(watched));
    heads.attach(other);
    other.pipeline().fireChannelRead(lines(200));
    assertThat(heads.budget().held()).isGreaterThan(200 * HeadMemory.HEADER_BYTES);
    watched.head(0);
    assertThat(heads.budget().held()).as("the head has ended").isZero();
    watched.ended();

    other.pipeline().fireChannelRead(lines(200));
    other.pipeline().fireChannelRead(lines(200));
    assertThat(other.isOpen()).isFalse();
    assertThat(heads.budget().held()).isZero();
  }

  private static ByteBuf lines(int number) {
    return Unpooled.copiedBuffer("a:\r\n".repeat(number), StandardCharsets.US_ASCII);
  }

  @Test
  void aConnectionBetweenRequestsIsKept() {
    Http1Slices watched = new Http1Slices(Duration.ofMillis(20));
    EmbeddedChannel quick = new EmbeddedChannel(watched, ending(watched));
    quick.pipeline().fireChannelRead(bytes(3));
    watched.head(10);
    quick.pipeline().fireChannelRead(bytes(10));
    await().pollDelay(Duration.ofMillis(40)).pollInSameThread().until(() -> true);
    quick.runPendingTasks();
    assertThat(quick.isOpen()).isTrue();
  }

  /** A decoder to which ten bytes are the rest of a body. */
  private static ChannelInboundHandlerAdapter ending(Http1Slices watched) {
    return new ChannelInboundHandlerAdapter() {
      @Override
      public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf read = (ByteBuf) message;
        if (read.readableBytes() == 10) {
          watched.ended();
        }
        read.release();
      }
    };
  }

  @Test
  void whatWaitsIsReleasedWithTheConnection() {
    ByteBuf read = bytes(10 * Http1Slices.SLICE);
    slices.pause();
    channel.pipeline().fireChannelRead(read);
    var _ = channel.close();
    assertThat(read.refCnt()).isZero();
  }
}
