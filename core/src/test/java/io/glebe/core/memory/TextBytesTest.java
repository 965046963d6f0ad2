package io.glebe.core.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TextBytesTest {
  @Test
  void theBufferHasAllPartsInTheirOrder() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int run = 0; run < 50; run++) {
      TextBytes text = new TextBytes();
      StringBuilder expected = new StringBuilder();
      for (int part = random.nextInt(40); part > 0; part--) {
        String more = "aé€😀".repeat(random.nextInt(random.nextInt(10) == 0 ? 20_000 : 300));
        expected.append(more);
        if (random.nextBoolean()) {
          text.append(more);
        } else {
          text.append(Buffer.buffer(more));
        }
      }
      byte[] bytes = expected.toString().getBytes(StandardCharsets.UTF_8);
      assertThat(text.length()).as("seed %d", seed).isEqualTo(bytes.length);
      Buffer buffer = text.buffer();
      assertThat(buffer.getBytes()).as("seed %d", seed).isEqualTo(bytes);
      int from = random.nextInt(bytes.length + 1);
      assertThat(buffer.slice(from, bytes.length).toString())
          .as("seed %d", seed)
          .isEqualTo(new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8));
    }
  }
}
