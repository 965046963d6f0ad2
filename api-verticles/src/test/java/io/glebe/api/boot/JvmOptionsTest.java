package io.glebe.api.boot;

import static java.nio.file.FileVisitResult.CONTINUE;
import static java.nio.file.FileVisitResult.SKIP_SUBTREE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The JVM flags of the platform are in one file, which the JVM reads itself. */
class JvmOptionsTest {
  private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
  private static final Path OPTIONS =
      PROJECT.resolve("api-verticles/src/main/launcher/jvm.options");
  private static final Set<String> NOT_SOURCES =
      Set.of("target", "node_modules", "dist", "data", "results", ".git", ".idea", ".vscode");

  /** Flags and their values in a normal form, independent of the notation of lists. */
  private static String plain(String text) {
    return text.replaceAll("[\\s\"',=\\\\]+", " ");
  }

  /** The flags with their values, without the heap flags, which other processes set as well. */
  private static List<String> flags() throws IOException {
    String text = String.join("\n", Files.readAllLines(OPTIONS)).replaceAll("(?m)^#.*$", "");
    List<String> flags = new ArrayList<>();
    for (String flag : text.strip().split("\\s+(?=-)", -1)) {
      if (!flag.startsWith("-Xm")) {
        flags.add(plain(flag).strip());
      }
    }
    return flags;
  }

  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    Files.walkFileTree(
        PROJECT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return NOT_SOURCES.contains(folder.getFileName().toString()) ? SKIP_SUBTREE : CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (!file.toString().endsWith(".md") && !file.equals(OPTIONS)) {
              sources.add(file);
            }
            return CONTINUE;
          }
        });
    return sources;
  }

  @Test
  void noOtherFileContainsAFlag() throws IOException {
    assertThat(flags()).hasSizeGreaterThan(2);
    Set<String> repeated = new TreeSet<>();
    for (Path source : sources()) {
      String text = plain(Files.readString(source, StandardCharsets.ISO_8859_1));
      for (String flag : flags()) {
        if (text.contains(flag)) {
          repeated.add(PROJECT.relativize(source) + ": " + flag);
        }
      }
    }
    assertThat(repeated).isEmpty();
  }

  @Test
  void theJvmReadsTheFileInAFolderWithSpaces(@TempDir Path folder) throws Exception {
    Path copy = Files.createDirectory(folder.resolve("a farm")).resolve("jvm.options");
    Files.copy(OPTIONS, copy);
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process process =
        new ProcessBuilder(java, "@" + copy, "-Xmx300m", "-XshowSettings:all", "-version")
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(output).isZero();
    assertThat(output)
        .contains("java.awt.headless = true")
        .contains("io.netty.ignoreExpensiveClean = true")
        .contains("Max. Heap Size: 300.00M");
  }
}
