package io.glebe.api.http.fastpath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Bytes of an HTTP/2 connection are passed on in small slices, all of them and in order. */
class Http2SlicesTest {
  private final Http2Slices slices = new Http2Slices(new Http2ControlFrames(100));
  private final EmbeddedChannel channel = new EmbeddedChannel(slices);

  private static ByteBuf bytes(int length) {
    byte[] random = new byte[length];
    new Random(length).nextBytes(random);
    return Unpooled.wrappedBuffer(random);
  }

  @Test
  void aShortReadIsPassedOnAsItIs() {
    ByteBuf read = bytes(Http2Slices.SLICE);
    channel.writeInbound(read);
    assertThat(channel.<ByteBuf>readInbound()).isSameAs(read);
    assertThat(channel.config().isAutoRead()).isTrue();
  }

  @Test
  void longReadsArriveInSlicesInTheirOrder() {
    ByteBuf all = Unpooled.buffer();
    for (int length : new int[] {3 * Http2Slices.SLICE + 5, 10, 2 * Http2Slices.SLICE}) {
      ByteBuf read = bytes(length);
      all.writeBytes(read.duplicate());
      channel.pipeline().fireChannelRead(read);
    }
    assertThat(channel.config().isAutoRead()).as("while slices wait").isFalse();
    await()
        .pollInSameThread()
        .until(
            () -> {
              channel.runPendingTasks();
              return channel.config().isAutoRead();
            });
    ByteBuf passedOn = Unpooled.buffer();
    for (ByteBuf slice; (slice = channel.readInbound()) != null; slice.release()) {
      assertThat(slice.readableBytes()).isBetween(1, Http2Slices.SLICE);
      passedOn.writeBytes(slice);
    }
    assertThat(passedOn).isEqualTo(all);
  }

  private List<Integer> slicesOf(int length) {
    channel.pipeline().fireChannelRead(bytes(length));
    await()
        .pollInSameThread()
        .until(
            () -> {
              channel.runPendingTasks();
              return channel.config().isAutoRead();
            });
    List<Integer> lengths = new ArrayList<>();
    for (ByteBuf slice; (slice = channel.readInbound()) != null; slice.release()) {
      lengths.add(slice.readableBytes());
    }
    return lengths;
  }

  @Test
  void bodiesArriveInLargeSlicesUntilTheNextRequest() {
    int whole = Http2Slices.BODY_SLICE;
    slices.body(whole - 1);
    assertThat(slicesOf(whole)).hasSize(whole / Http2Slices.SLICE);
    slices.body(1024);
    assertThat(slicesOf(whole + 5)).containsExactly(whole, 5);
    slices.request();
    assertThat(slicesOf(whole)).hasSize(whole / Http2Slices.SLICE);
    slices.body(2 * whole);
    slices.body(1); // thousands of such frames fit into a large slice
    assertThat(slicesOf(whole)).hasSize(whole / Http2Slices.SLICE);
  }

  @Test
  void bytesThatAreNoRequestsAndNoBodiesAreSmallParts() {
    int most = Http2Slices.MOST_WITHOUT;
    slicesOf(most);
    assertThat(slices.areSmallParts()).isFalse();
    slices.body(1); // a tiny frame of a body
    slicesOf(2 * Http2Slices.SLICE);
    assertThat(slices.areSmallParts()).isTrue();
    slices.request();
    assertThat(slices.areSmallParts()).isFalse();
  }

  /** The handler of HTTP/2 asks for the next read at the end of each one. */
  @Test
  void nothingIsReadWhileSlicesWaitOrDuringAPause() {
    AtomicInteger reads = new AtomicInteger();
    Http2Slices read = new Http2Slices(new Http2ControlFrames(100));
    EmbeddedChannel counted =
        new EmbeddedChannel(
            new ChannelOutboundHandlerAdapter() {
              @Override
              public void read(ChannelHandlerContext context) {
                reads.incrementAndGet();
              }
            },
            read,
            new ChannelInboundHandlerAdapter() {
              @Override
              public void channelReadComplete(ChannelHandlerContext context) {
                context.read();
              }
            });
    counted.pipeline().fireChannelRead(bytes(3 * Http2Slices.SLICE));
    int before = reads.get();
    counted.pipeline().fireChannelReadComplete();
    assertThat(reads).hasValue(before);
    await()
        .pollInSameThread()
        .until(
            () -> {
              counted.runPendingTasks();
              return counted.config().isAutoRead();
            });
    assertThat(reads.get()).isGreaterThan(before);

    read.pause();
    int during = reads.get();
    counted.pipeline().fireChannelReadComplete();
    assertThat(reads).hasValue(during);
    read.resume();
    assertThat(reads.get()).isGreaterThan(during);
    counted.releaseInbound();
  }

  @Test
  void nothingIsPassedOnDuringAPause() {
    slices.pause();
    ByteBuf first = bytes(3 * Http2Slices.SLICE);
    channel.pipeline().fireChannelRead(first.retainedDuplicate());
    channel.pipeline().fireChannelRead(bytes(10));
    channel.runPendingTasks();
    assertThat(channel.<ByteBuf>readInbound()).isNull();
    assertThat(channel.config().isAutoRead()).isFalse();

    slices.resume();
    await()
        .pollInSameThread()
        .until(
            () -> {
              channel.runPendingTasks();
              return channel.config().isAutoRead();
            });
    assertThat(channel.inboundMessages()).hasSize(4);
    channel.releaseInbound();
    first.release();
  }

  @Test
  void whatWaitsIsReleasedWithTheConnection() {
    ByteBuf read = bytes(10 * Http2Slices.SLICE);
    channel.pipeline().fireChannelRead(read);
    var _ = channel.close();
    channel.releaseInbound();
    assertThat(read.refCnt()).isZero();
  }
}
