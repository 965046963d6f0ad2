package io.glebe.tile;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * Runs an allocation probe in a separate JVM. In a JVM that ran other tests before, the compiler
 * has seen other uses of the kernels and may optimise differently.
 */
public final class OwnJvm {
  private static final int BATCH = 100;

  /** The compiler needs time, more on a busy machine; vectors are boxed until then. */
  private static final int MAX_BATCHES = 400;

  private OwnJvm() {}

  /**
   * Starts a main class with the class path of this JVM.
   *
   * @param avx newest vector instructions of an x86 processor that the JVM may use (2: without
   *     AVX-512); other processors ignore it
   * @return bytes of a result, and minimum bytes allocated for one, as written by {@link #report}
   */
  public static long[] sizeAndAllocation(int avx, Class<?> main, Object... arguments)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@../api-verticles/src/main/launcher/jvm.options",
                "-Xmx600m",
                "-XX:+IgnoreUnrecognizedVMOptions",
                "-XX:UseAVX=" + avx,
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                main.getName()));
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    Process probe = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(probe.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(probe.waitFor()).as(output).isZero();
    String[] lines = output.strip().split("\n", -1);
    String[] words = lines[lines.length - 1].strip().split(" ", -1);
    return new long[] {Long.parseLong(words[0]), Long.parseLong(words[1])};
  }

  /** In the probe: repeats work, which returns the size of its result, until it is compiled. */
  public static void report(IntSupplier work, long spare) {
    int size = work.getAsInt();
    long least = Long.MAX_VALUE;
    for (int batch = 0; batch < MAX_BATCHES && least > size + spare; batch++) {
      least = Math.min(least, allocated(work));
    }
    System.out.println(size + " " + least);
  }

  private static long allocated(IntSupplier work) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < BATCH; i++) {
      var _ = work.getAsInt();
    }
    return (threads.getCurrentThreadAllocatedBytes() - before) / BATCH;
  }
}
