package io.glebe.core.attachment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.thread.BackgroundThreads;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The bytes of uploads on threads of their own. */
class PieceOutputTest {
  private final BackgroundThreads threads = new BackgroundThreads("uploads", 2);

  @AfterEach
  void close() {
    threads.close();
  }

  @Test
  void allBytesAreWrittenInTheirOrderByOtherThreads() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    byte[] sent = new byte[5 * PieceOutput.PIECE + 17];
    random.nextBytes(sent);
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    Set<String> names = ConcurrentHashMap.newKeySet();
    OutputStream target =
        new OutputStream() {
          @Override
          public void write(int one) {
            written.write(one);
          }

          @Override
          public void write(byte[] bytes, int offset, int length) {
            names.add(Thread.currentThread().getName());
            written.write(bytes, offset, length);
          }
        };

    try (PieceOutput out = new PieceOutput(target, threads)) {
      for (int from = 0; from < sent.length; ) {
        int n = Math.min(sent.length - from, random.nextInt(2 * PieceOutput.PIECE));
        out.write(sent, from, n);
        from += n;
      }
    }

    assertThat(written.toByteArray()).as("seed " + seed).isEqualTo(sent);
    assertThat(names).containsExactly("uploads");
  }

  @Test
  void whatTheFileRefusesIsThrownToTheWriter() {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int one) throws IOException {
            throw new IOException("no space left on device");
          }
        };
    PieceOutput out = new PieceOutput(full, threads);
    assertThatThrownBy(() -> out.write(new byte[PieceOutput.PIECE]))
        .isInstanceOf(IOException.class)
        .hasMessage("no space left on device");
  }
}
