package io.glebe.api.http.fastpath;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.Http2Exception;
import org.junit.jupiter.api.Test;

/** A client may send some frames that carry nothing, and more of them if it reads much. */
class Http2ControlFramesTest {
  private static final int LIMIT = 100;

  private final Http2ControlFrames frames = new Http2ControlFrames(LIMIT);

  private void read(int times) throws Http2Exception {
    for (int i = 0; i < times; i++) {
      frames.read();
    }
  }

  @Test
  void oneFrameTooManyIsRefused() {
    assertThatCode(() -> read(LIMIT)).doesNotThrowAnyException();
    assertThatThrownBy(() -> read(1))
        .isInstanceOf(Http2Exception.class)
        .hasMessageContaining("more than 100 control frames");
  }

  @Test
  void aClientMayReportWhatItHasRead() {
    EmbeddedChannel channel = new EmbeddedChannel(new Http2Slices(frames));
    channel.writeOutbound(Unpooled.wrappedBuffer(new byte[50 * Http2ControlFrames.RESPONSE_BYTES]));
    channel.releaseOutbound();
    assertThatCode(() -> read(LIMIT + 50)).doesNotThrowAnyException();
    assertThatThrownBy(() -> read(1)).isInstanceOf(Http2Exception.class);
  }
}
