package io.glebe.core.attachment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.access.Caller;
import io.glebe.core.admission.SharedPlaces;
import io.glebe.core.problem.Problem;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UploadLimiterTest {
  private static UploadLimiter limiter(int places, int writes) {
    return new UploadLimiter(new SharedPlaces("uploads", places, places), writes);
  }

  @TempDir private Path folder;

  @Test
  @Tag("GLEBE_ATTACHMENT_WRITES")
  void concurrentUploadsAreLimitedAndAllComplete() throws Exception {
    UploadLimiter turns = limiter(100, 3);
    AtomicInteger writing = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<Future<Integer>> all = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 100; i++) {
        int number = i;
        all.add(
            threads.submit(
                () ->
                    turns.write(
                        () -> {
                          most.accumulateAndGet(writing.incrementAndGet(), Math::max);
                          Files.write(folder.resolve("f" + number), new byte[100_000]);
                          writing.decrementAndGet();
                          return number;
                        })));
      }
    }
    assertThat(all).extracting(Future::resultNow).hasSize(100).doesNotHaveDuplicates();
    assertThat(most.get()).isBetween(1, 3);
  }

  @Test
  void aFailedUploadReleasesItsPermit() throws Exception {
    UploadLimiter turns = limiter(1, 1);
    assertThatThrownBy(
            () ->
                turns.write(
                    () -> {
                      throw new IOException("disk full");
                    }))
        .hasMessage("disk full");
    assertThat(turns.<String>write(() -> "next")).isEqualTo("next");
  }

  @Test
  @Tag("GLEBE_ATTACHMENT_UPLOADS")
  void excessUploadsAreRejectedWith503() {
    UploadLimiter turns = limiter(2, 1);
    turns.enter(Caller.system());
    SharedPlaces.Place second = turns.enter(Caller.system());
    assertThatThrownBy(() -> turns.enter(Caller.system()))
        .isInstanceOfSatisfying(Problem.class, busy -> assertThat(busy.status()).isEqualTo(503));
    second.close();
    turns.enter(Caller.system());
  }

  @Test
  void aSpoolFileContainsTheWrittenBytesForAnyChunkSize() throws Exception {
    Path file = Files.createFile(folder.resolve("spool"));
    byte[] piece = new byte[1_500_001];
    piece[7] = 42;
    try (OutputStream out = new SpoolOutput(file, limiter(1, 1))) {
      for (int i = 0; i < 4; i++) {
        out.write(piece, 0, piece.length);
      }
      out.write(9);
    }
    byte[] kept = Files.readAllBytes(file);
    assertThat(kept).hasSize(4 * piece.length + 1);
    assertThat(kept[3 * piece.length + 7]).isEqualTo((byte) 42);
    assertThat(kept[kept.length - 1]).isEqualTo((byte) 9);
  }
}
