package io.glebe.tile.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.condition.OS.LINUX;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;

@EnabledOnOs(LINUX)
class ThreadNicenessTest {
  /** The number of the niceness among the values that follow the name in the file. */
  private static final int NICENESS = 16;

  @Test
  void onlyTheCallingThreadGivesWay() throws Exception {
    int before = niceness();
    FutureTask<Integer> raised =
        new FutureTask<>(
            () -> {
              ThreadNiceness.ofThisThread(7);
              return niceness();
            });
    Thread.ofPlatform().start(raised);
    assertThat(raised.get()).isEqualTo(Math.max(7, before));
    assertThat(niceness()).isEqualTo(before);
  }

  @Test
  void renderThreadsGiveWayToThreadsThatAnswer() throws Exception {
    try (RenderPool<Object> pool = new RenderPool<>(1, 1, 1, Object::new)) {
      int rendering = pool.submit(Priority.TILES, () -> false, scratch -> nicenessNow()).get();
      assertThat(rendering).isEqualTo(Math.max(RenderPool.NICENESS, niceness()));
    }
  }

  @Test
  void threadsWithoutJavaThreadAreFoundByTheirName() throws Exception {
    ThreadNiceness.ofThreadsNamed("VM Periodic", 1);
    assertThat(niceness("VM Periodic")).isEqualTo(Math.max(1, niceness()));
  }

  /** Of the first thread of this name. */
  private static int niceness(String name) throws IOException {
    try (Stream<Path> threads = Files.list(Path.of("/proc/self/task"))) {
      for (Path thread : threads.toList()) {
        if (Files.readString(thread.resolve("comm")).startsWith(name)) {
          return niceness(thread);
        }
      }
    }
    throw new AssertionError("no thread is named " + name);
  }

  private static int nicenessNow() {
    try {
      return niceness();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int niceness() throws IOException {
    return niceness(Path.of("/proc/thread-self"));
  }

  private static int niceness(Path thread) throws IOException {
    String state = Files.readString(thread.resolve("stat"));
    String[] values = state.substring(state.lastIndexOf(')') + 2).split(" ", -1);
    return Integer.parseInt(values[NICENESS]);
  }
}
