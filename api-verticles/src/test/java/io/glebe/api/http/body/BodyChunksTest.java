package io.glebe.api.http.body;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;

class BodyChunksTest {
  private final BodyChunks chunks = new BodyChunks();

  @Test
  void chunksAreJoinedInTheOrderOfTheirArrival() {
    assertThat(chunks.bytes()).isEmpty();
    for (String text : new String[] {"one ", "", "two ", "three"}) {
      chunks.add(Buffer.buffer(text));
    }
    assertThat(chunks.length()).isEqualTo(13);
    assertThat(chunks.bytes()).asString().isEqualTo("one two three");
    assertThat(chunks.buffer().toString()).isEqualTo("one two three");
  }
}
