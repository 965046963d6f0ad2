package io.glebe.api.http.fastpath;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Vert.x releases nothing of what waits for a paused request when its connection ends. */
class Http1ResponsesTest {
  private final EmbeddedChannel channel =
      new EmbeddedChannel(new Http1Responses(new Http1Slices(Duration.ofMinutes(1))));
  private final ByteBuf pooled = PooledByteBufAllocator.DEFAULT.directBuffer();

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
  }

  private HttpContent passed(HttpContent content) {
    channel.writeInbound(content);
    return channel.readInbound();
  }

  @Test
  void contentIsGivenOnInMemoryThatNobodyHasToRelease() {
    pooled.writeCharSequence("body", US_ASCII);
    HttpContent content = passed(new DefaultHttpContent(pooled));
    assertThat(pooled.refCnt()).isZero();
    assertThat(content.content().toString(US_ASCII)).isEqualTo("body");
    assertThat(content.content().isDirect()).isFalse();
  }

  @Test
  void nothingElseOfItIsLost() {
    pooled.writeCharSequence("end", US_ASCII);
    DefaultLastHttpContent last = new DefaultLastHttpContent(pooled);
    last.trailingHeaders().set("x-sum", "1");
    last.setDecoderResult(DecoderResult.failure(new IllegalArgumentException("wrong")));
    HttpContent content = passed(last);
    assertThat(content).isInstanceOf(LastHttpContent.class);
    assertThat(((LastHttpContent) content).trailingHeaders().get("x-sum")).isEqualTo("1");
    assertThat(content.decoderResult().isFailure()).isTrue();
    assertThat(passed(LastHttpContent.EMPTY_LAST_CONTENT))
        .isSameAs(LastHttpContent.EMPTY_LAST_CONTENT);
  }
}
