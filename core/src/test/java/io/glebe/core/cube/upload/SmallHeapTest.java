package io.glebe.core.cube.upload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests an upload of four times the heap size, for example 2 GB with a heap of 512 MB. */
final class SmallHeapTest {
  private static final long LIMIT_SECONDS = 300;
  @TempDir Path folder;

  @Test
  void anUploadOfFourTimesTheHeapSucceeds() throws IOException, InterruptedException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "@../api-verticles/src/main/launcher/jvm.options",
            "-Xms16m",
            "-Xmx64m",
            "-cp",
            System.getProperty("java.class.path"),
            SmallHeap.class.getName(),
            folder.toString());
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
      String text = Files.readString(output);
      assertThat(ended).as(text).isTrue();
      assertThat(process.exitValue()).as(text).isZero();
      long slice = 4L * SmallHeap.WIDTH * SmallHeap.HEIGHT;
      long npyHeader =
          10L + "{'descr': '<f4', 'fortran_order': False, 'shape': (8, 2048, 4096), }".length();
      long tiffHeader = 8 + 2 + 7 * 12 + 4;
      long bytes = (SmallHeap.SLICES + 1) * slice + npyHeader + tiffHeader;
      assertThat(text).contains("uploaded " + bytes + " " + SmallHeap.SLICES);
    } finally {
      process.destroyForcibly();
    }
  }
}
