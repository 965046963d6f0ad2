package io.glebe.api.boot;

import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A second checkout of this project: the real launcher, poms and sources in a separate folder. Its
 * builds do not touch the {@code target} folders of the first checkout. The launcher runs with the
 * given environment only, as with {@code env -i}.
 */
final class Checkout {
  private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
  private static final long LIMIT_SECONDS = 300;

  /** Flags of the JVM of a short build: one fast compilation step. */
  private static final String SHORT_BUILD = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC ";

  private final Path folder;
  private final Map<String, String> environment = new HashMap<>();

  record CommandResult(int code, String out, String err) {
    /** The single line of an error. */
    String line() {
      assertThat(err.lines()).as(err).hasSize(1);
      return err.strip();
    }

    String lastLine() {
      return err.strip().lines().reduce((first, second) -> second).orElse("");
    }
  }

  private Checkout(Path folder) {
    this.folder = folder;
  }

  /** A checkout with the files that the launcher needs, in a folder with spaces in its name. */
  static Checkout in(Path parent) throws IOException {
    Path folder = Files.createDirectories(parent.resolve("a farm of ours"));
    for (String file :
        List.of(
            "glebe",
            "pom.xml",
            ".mvn",
            ".githooks",
            "api-verticles/src/main/launcher",
            "clients")) {
      copy(PROJECT.resolve(file), folder.resolve(file));
    }
    for (Path module : modules()) {
      copy(module.resolve("pom.xml"), folder.resolve(module.getFileName()).resolve("pom.xml"));
    }
    return new Checkout(folder);
  }

  /** A checkout with the sources and their compiled classes. */
  static Checkout compiledIn(Path parent) throws IOException {
    Checkout checkout = in(parent);
    for (Path module : modules()) {
      for (String compiled : List.of("src/main", "target/classes")) {
        Path copy = checkout.path(module.getFileName().toString()).resolve(compiled);
        if (Files.exists(module.resolve(compiled))) {
          copy(module.resolve(compiled), copy);
        }
      }
    }
    return checkout;
  }

  private static List<Path> modules() throws IOException {
    try (Stream<Path> folders = Files.list(PROJECT)) {
      return folders.filter(folder -> Files.exists(folder.resolve("pom.xml"))).toList();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            if (folder.endsWith("node_modules")) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            Files.createDirectories(to.resolve(from.relativize(folder).toString()));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Path copy = to.resolve(from.relativize(file).toString());
            Files.copy(file, copy, COPY_ATTRIBUTES, REPLACE_EXISTING);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  Path path(String name) {
    return folder.resolve(name);
  }

  Checkout with(String name, String text) {
    environment.put(name, text);
    return this;
  }

  /**
   * Adds the tools of a build to the environment: the programs of this machine and the JDK of this
   * test.
   */
  Checkout withTools() {
    return with("PATH", System.getenv("PATH")).with("JAVA_HOME", System.getProperty("java.home"));
  }

  /** Sets options of Maven, beside the flags of a JVM that soon ends. */
  Checkout withMaven(String options) {
    return with("MAVEN_OPTS", SHORT_BUILD + options);
  }

  /** Removes the JDK and Maven from the path; only the programs of a POSIX system stay. */
  Checkout withBarePath() throws IOException {
    Path tools = Files.createDirectory(folder.resolveSibling("tools"));
    for (String tool :
        "sh sed grep awk cat dirname basename readlink sort tr find head mktemp mkdir rm mv dd tee cut sleep"
            .split(" ", -1)) {
      for (String bin : System.getenv("PATH").split(":", -1)) {
        Path program = Path.of(bin, tool);
        if (Files.isExecutable(program) && Files.notExists(tools.resolve(tool))) {
          Files.copy(program, tools.resolve(tool), COPY_ATTRIBUTES);
        }
      }
    }
    return with("PATH", tools.toString());
  }

  CommandResult glebe(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(path("glebe").toString()));
    command.addAll(List.of(arguments));
    return run(command);
  }

  /** Runs a shell line with the launcher as {@code $1}, in namespaces in which it is root. */
  CommandResult inNameSpaces(String line) throws IOException, InterruptedException {
    return run(List.of("unshare", "-rmn", "sh", "-c", line, "sh", path("glebe").toString()));
  }

  CommandResult run(List<String> command) throws IOException, InterruptedException {
    Running running = start(command);
    assertThat(running.process().waitFor(LIMIT_SECONDS, TimeUnit.SECONDS))
        .as("%s ended: %s", command, running.err())
        .isTrue();
    return running.output();
  }

  /** A launcher that is still running. */
  record Running(Process process, Path outFile, Path errFile) {
    String err() throws IOException {
      return Files.readString(errFile);
    }

    CommandResult output() throws IOException {
      return new CommandResult(process.exitValue(), Files.readString(outFile), err());
    }
  }

  Running start(List<String> command) throws IOException {
    Path out = Files.createTempFile(folder.getParent(), "said", ".out");
    Path err = Files.createTempFile(folder.getParent(), "said", ".err");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    return new Running(builder.start(), out, err);
  }

  /** Whether a later start would accept the target folder as a complete build. */
  boolean isBuilt() {
    return Files.exists(path("api-verticles/target/.glebe-built"));
  }

  Path lock() {
    return path("api-verticles/target/.glebe-building");
  }

  void lockedBy(long pid) throws IOException {
    Files.createDirectories(lock().getParent());
    Files.writeString(lock(), pid + "\n", StandardCharsets.US_ASCII);
  }
}
