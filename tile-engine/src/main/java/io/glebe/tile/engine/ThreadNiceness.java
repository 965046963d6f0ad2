package io.glebe.tile.engine;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The niceness of threads, on systems where each thread has one (Linux). Threads that compute for
 * milliseconds give way to threads that answer in microseconds (event loops) when all cores are
 * busy. {@link Thread#setPriority} does not do this: without a flag the JVM ignores it on Linux,
 * and with the flag it warns at each start of an ordinary user. Nothing happens on other systems.
 */
public final class ThreadNiceness {
  /** {@code which} of {@code setpriority}: {@code who} is one thread, 0 for the calling one. */
  private static final int PRIO_PROCESS = 0;

  private static final Path THREADS = Path.of("/proc/self/task");

  /** {@code int getpriority(int which, id_t who)}; null on other systems. */
  private static final @Nullable MethodHandle GET =
      find("getpriority", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));

  /** {@code int setpriority(int which, id_t who, int prio)}; null on other systems. */
  private static final @Nullable MethodHandle SET =
      find("setpriority", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));

  private ThreadNiceness() {}

  /**
   * Raises the niceness of the current platform thread to a value, for as long as it lives.
   *
   * @param niceness 0 to 19; each step leaves the thread about four fifths of its share of a busy
   *     core
   */
  public static void ofThisThread(int niceness) {
    set(0, niceness);
  }

  /**
   * Raises the niceness of another process of this user, which has one thread, to a value.
   *
   * @param process its id
   * @param niceness 0 to 19
   */
  public static void ofProcess(int process, int niceness) {
    set(process, niceness);
  }

  /**
   * Raises the niceness of threads of the JVM that are no Java threads, for example of its
   * compilers, to a value. Threads that these start later have it as well.
   *
   * @param name the beginning of the thread's name, at most 15 characters
   * @param niceness 0 to 19
   */
  public static void ofThreadsNamed(String name, int niceness) {
    if (SET == null) {
      return;
    }
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(THREADS)) {
      for (Path thread : threads) {
        if (name(thread).startsWith(name)) {
          set(Integer.parseInt(thread.getFileName().toString()), niceness);
        }
      }
    } catch (IOException e) {
      // without /proc the threads keep their niceness
    }
  }

  private static String name(Path thread) {
    try {
      return Files.readString(thread.resolve("comm"));
    } catch (IOException e) {
      return ""; // it has ended
    }
  }

  private static void set(int thread, int niceness) {
    if (SET == null || GET == null) {
      return;
    }
    try {
      if ((int) GET.invokeExact(PRIO_PROCESS, thread) < niceness) {
        int ignored = (int) SET.invokeExact(PRIO_PROCESS, thread, niceness);
      }
    } catch (Throwable e) {
      throw new LinkageError("setpriority failed", e);
    }
  }

  private static @Nullable MethodHandle find(String name, FunctionDescriptor type) {
    if (!System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("linux")) {
      return null;
    }
    Linker linker = Linker.nativeLinker();
    return linker
        .defaultLookup()
        .find(name)
        .map(found -> linker.downcallHandle(found, type))
        .orElse(null);
  }
}
