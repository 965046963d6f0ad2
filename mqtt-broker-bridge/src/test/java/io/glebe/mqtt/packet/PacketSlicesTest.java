package io.glebe.mqtt.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.glebe.core.config.Settings;
import io.glebe.mqtt.limit.ByteBudget;
import io.glebe.mqtt.limit.MqttLimits;
import io.glebe.mqtt.limit.ReadGate;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The packets of one read are handled in slices, all of them and in their order. */
class PacketSlicesTest {
  private static final int PUBACK = 0x40;
  private static final int PACKET_BYTES = 4;
  private static final int PACKETS = 1_000;
  private static final long SEED = 7;

  private final ByteBudget budget = new ByteBudget(1 << 30);
  private final EmbeddedChannel channel = new EmbeddedChannel(new ChannelInboundHandlerAdapter());
  private final ByteBuf passed = Unpooled.buffer();

  PacketSlicesTest() {
    ChannelHandlerContext last = channel.pipeline().lastContext();
    channel
        .pipeline()
        .addFirst(
            new PacketAdmission(
                new ReadGate(last),
                budget.share("account", 1 << 30),
                MqttLimits.of(Settings.defaults())));
  }

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
    passed.release();
  }

  private static ByteBuf packets(int number) {
    ByteBuf packets = Unpooled.buffer();
    for (int id = 1; id <= number; id++) {
      packets.writeByte(PUBACK).writeByte(2).writeShort(id);
    }
    return packets;
  }

  private int passedBytes() {
    for (ByteBuf bytes; (bytes = channel.readInbound()) != null; bytes.release()) {
      passed.writeBytes(bytes);
    }
    return passed.readableBytes();
  }

  @Test
  void aReadWithManyPacketsIsHandledInSlices() {
    channel.pipeline().fireChannelRead(packets(PACKETS));
    assertThat(passedBytes()).isEqualTo(PacketSlices.PACKETS * PACKET_BYTES);
    assertThat(channel.config().isAutoRead()).as("while packets wait").isFalse();

    await()
        .pollInSameThread()
        .until(
            () -> {
              channel.runPendingTasks();
              return channel.config().isAutoRead();
            });
    passedBytes();
    assertThat(passed).isEqualTo(packets(PACKETS));
  }

  @Test
  void readsMayEndWithinPackets() {
    Random random = new Random(SEED);
    ByteBuf all = packets(PACKETS);
    while (all.isReadable()) {
      int part = Math.min(all.readableBytes(), 1 + random.nextInt(3 * PacketSlices.PACKETS));
      channel.pipeline().fireChannelRead(all.readRetainedSlice(part));
      channel.runPendingTasks();
    }
    all.release();
    await()
        .pollInSameThread()
        .until(
            () -> {
              channel.runPendingTasks();
              return passedBytes() == PACKETS * PACKET_BYTES;
            });
    assertThat(passed).isEqualTo(packets(PACKETS));
  }

  @Test
  void aReadWithFewPacketsIsHandledAtOnce() {
    ByteBuf read = packets(PacketSlices.PACKETS);
    channel.pipeline().fireChannelRead(read);
    assertThat(passedBytes()).isEqualTo(PacketSlices.PACKETS * PACKET_BYTES);
    assertThat(channel.config().isAutoRead()).isTrue();
  }
}
