package io.glebe.api.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.boot.Main;
import io.glebe.api.boot.PlatformProcess;
import io.glebe.api.spatio.Tools;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands of the README and of the pages in docs, run against a platform with its sample. */
class PageCommandsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final int MINUTES = 4;

  /** Number of blocks that are run, and of those that say why they are not. */
  private static final int RUN = 67;

  private static final int NOT_RUN = 21;

  private static final int MAPS = 4;

  /** The colour of the outlines of the maps that have some. */
  private static final String OUTLINE = "16324f";

  /** A status from 400 on fails the command, unless the page says that this is the answer. */
  private static final String CURL =
      """
      #!/bin/bash
      if [ -z "${EXPECTED:-}" ]; then exec /usr/bin/curl -sS --fail-with-body --max-time 60 "$@"; fi
      body=$(mktemp)
      status=$(/usr/bin/curl -s --max-time 60 "$@" -o "$body" -w '%{http_code}')
      cat "$body"
      [ "$status" = "$EXPECTED" ] || { echo "answered $status instead of $EXPECTED" >&2; exit 22; }
      """;

  private static final Map<String, Ran> RAN = new ConcurrentHashMap<>();

  @TempDir private static Path folder;
  private static PlatformProcess platform;

  @BeforeAll
  static void start() throws IOException {
    RAN.clear(); // of an earlier run of this class
    platform = PlatformProcess.withSample(folder.resolve("data"), true);
    Path programs = Files.createDirectory(folder.resolve("bin"));
    program(programs.resolve("curl"), CURL);
    Files.writeString(
        folder.resolve("glebe.options"),
        "-XX:TieredStopAtLevel=1\n-XX:+UseSerialGC\n-Dlogback.configurationFile=logback.xml\n-cp \""
            + System.getProperty("java.class.path")
            + "\"\n");
    program(
        folder.resolve("glebe"),
        "#!/bin/bash\nexec '%s' '@%s' %s \"$@\" --data '%s'\n"
            .formatted(
                System.getProperty("java.home") + "/bin/java",
                folder.resolve("glebe.options"),
                Main.class.getName(),
                folder.resolve("data")));
    platform.running();
  }

  private static void program(Path file, String text) throws IOException {
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @AfterAll
  static void stop() {
    platform.close();
  }

  private static List<PageCommands> pages() throws IOException {
    List<PageCommands> pages = new ArrayList<>();
    pages.add(PageCommands.of(ROOT.resolve("README.md")));
    pages.add(PageCommands.of(ROOT.resolve("CONTRIBUTING.md")));
    try (Stream<Path> files = Files.walk(ROOT.resolve("docs"), 2)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".md")).sorted().toList()) {
        if (!file.getParent().endsWith("decisions")) {
          pages.add(PageCommands.of(file));
        }
      }
    }
    return pages;
  }

  static Stream<String> runPages() throws IOException {
    return pages().stream()
        .filter(page -> !page.run().isEmpty())
        .map(page -> ROOT.relativize(page.page()).toString());
  }

  @ParameterizedTest
  @MethodSource("runPages")
  void theCommandsOfThePageSucceed(String name) throws IOException, InterruptedException {
    ran(PageCommands.of(ROOT.resolve(name)), name);
  }

  static Stream<String> mapPages() throws IOException {
    return pages().stream()
        .filter(page -> page.html().isPresent())
        .map(page -> ROOT.relativize(page.page()).toString());
  }

  @ParameterizedTest
  @MethodSource("mapPages")
  void theMapOfThePageIsDrawn(String name) throws IOException, InterruptedException {
    Optional<Path> browser = Tools.program(Tools.BROWSERS);
    Tools.require(browser.isPresent(), "Chromium");
    Path packages = Tools.npm("maps");
    PageCommands page = PageCommands.of(ROOT.resolve(name));
    Ran ran = ran(page, name);
    Path home = ran.home();
    List<String> sign = List.of("./glebe", "token", "--audience", "spatio-api");
    String token = page.run().isEmpty() ? Tools.run(home, home, sign).strip() : ran.lastLine();
    String html = page.with(actual(), page.html().orElseThrow().replace("TOKEN", token));
    Files.writeString(home.resolve("map.html"), html);
    List<String> command =
        List.of(
            "node",
            Path.of("src/test/maps/page.mjs").toAbsolutePath().toString(),
            home.toString(),
            "map.html",
            page.with(actual(), "http://localhost:8080"),
            html.contains(OUTLINE) ? OUTLINE : "none",
            browser.orElseThrow().toString());
    assertThat(Tools.run(packages, home, command)).contains("colours");
  }

  /**
   * The commands of a page after they have ended.
   *
   * @param home the folder in which they ran
   * @param output what they printed
   */
  private record Ran(Path home, String output) {
    String lastLine() {
      return output.lines().reduce("", (_, next) -> next);
    }
  }

  /** What the commands of a page have done; they run once. */
  private static Ran ran(PageCommands page, String name) throws IOException, InterruptedException {
    Ran known = RAN.get(name);
    if (known != null) {
      return known;
    }
    Ran ran = runCommands(page, name);
    RAN.put(name, ran);
    return ran;
  }

  /** Runs the commands of a page, if it has some, in a folder of its own. */
  private static Ran runCommands(PageCommands page, String name)
      throws IOException, InterruptedException {
    for (String tool : page.tools()) {
      Tools.require(isInstalled(tool), tool);
    }
    for (String tool : page.optionalTools()) {
      assumeTrue(isInstalled(tool), tool + " is installed");
    }
    String unique = "of-" + name.replace('/', '-');
    Path script = folder.resolve(unique + ".sh");
    Path output = folder.resolve(unique + ".out");
    Files.writeString(script, page.script(actual()));
    Path home = Files.createDirectory(folder.resolve(unique));
    Files.createSymbolicLink(home.resolve("glebe"), folder.resolve("glebe"));
    Files.createSymbolicLink(home.resolve("data"), folder.resolve("data"));
    ProcessBuilder builder = new ProcessBuilder("bash", script.toString()).directory(home.toFile());
    builder.environment().merge("PATH", folder.resolve("bin") + "", (old, own) -> own + ":" + old);
    builder.redirectErrorStream(true).redirectOutput(output.toFile());
    builder.redirectInput(new File("/dev/null"));
    Process process = builder.start();
    boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
    process.destroyForcibly();
    assertThat(ended && process.exitValue() == 0).as("%s:%n%s", name, tail(output)).isTrue();
    return new Ran(home, Files.readString(output, StandardCharsets.ISO_8859_1));
  }

  /** A command, or a module of Debian's Python under the name of its package. */
  private static boolean isInstalled(String tool) throws InterruptedException {
    return tool.startsWith("python3-")
        ? Tools.succeeds("/usr/bin/python3", "-c", "import " + tool.substring("python3-".length()))
        : Tools.succeeds("which", tool);
  }

  private static Map<String, String> actual() throws IOException {
    JsonNode running = platform.running();
    Map<String, String> actual = new LinkedHashMap<>();
    for (String name : List.of("http", "mqtt", "mqtts")) {
      actual.put(name, Integer.toString(URI.create(running.path(name).asText()).getPort()));
    }
    return actual;
  }

  private static String tail(Path output) throws IOException {
    String text = Files.readString(output, StandardCharsets.ISO_8859_1);
    return text.substring(Math.max(0, text.length() - 3000));
  }

  @Test
  void everyBlockOfCommandsIsRunOrSaysWhyNot() throws IOException {
    List<String> forgotten = new ArrayList<>();
    int run = 0;
    int notRun = 0;
    for (PageCommands page : pages()) {
      String name = ROOT.relativize(page.page()).toString();
      page.unmarked().forEach(line -> forgotten.add(name + " line " + line));
      page.forgotten().forEach(block -> forgotten.add(name + " line " + block.line()));
      run += page.run().size();
      notRun += page.notRun().size();
    }
    assertThat(forgotten).as("commands without a marker").isEmpty();
    assertThat(run).as("blocks that are run").isGreaterThanOrEqualTo(RUN);
    assertThat(notRun).as("blocks that are not run").isEqualTo(NOT_RUN);
    assertThat(mapPages()).as("pages with a map").hasSize(MAPS);
  }
}
