package io.glebe.tile.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Guards the hot path: plan and render of a warm tile allocate its bytes and little more. */
class AllocationTest {
  /** Plan, warp, leases, small objects: what a tile may allocate besides its result. */
  private static final long ALLOWED = 24 << 10;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aWarmTileAllocatesNoMoreThanItsResultAndASmallRest(int bands) throws Exception {
    Path answer = folder.resolve("answer");
    Process probe =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--add-modules=jdk.incubator.vector",
                "-Xmx600m",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                AllocationProbe.class.getName(),
                Integer.toString(bands),
                Long.toString(ALLOWED),
                answer.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(probe.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(probe.waitFor()).as(said).isZero();
    String[] words = Files.readString(answer).split(" ");
    long size = Long.parseLong(words[0]);
    assertThat(Long.parseLong(words[1]))
        .as("bytes allocated for a tile of %d bytes", size)
        .isLessThanOrEqualTo(size + ALLOWED);
  }
}
