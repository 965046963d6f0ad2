package io.glebe.api.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.spatio.Tools;
import io.glebe.core.config.ProcessSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The clients for TypeScript and Python: built from the documents of a platform with its sample,
 * installed from their packages, and used against it by the programs of {@code docs/clients.md}.
 */
class ClientsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path CLIENTS = ROOT.resolve("clients");
  private static final Path TOOLS = CLIENTS.resolve("tools/node_modules");
  private static final String PYTHON = "/usr/bin/python3";
  private static final int MINUTES = 5;

  private static final String[] UPLOADED = {
    "attachment: pale on the north side",
    "feature: 2",
    "slices: 2",
    "greatest: 0.8",
    "more apps: no"
  };

  /** Where Python finds the module of the wheel, and mypy its types. */
  private static final String SITE = "site";

  @TempDir private static Path folder;
  private static Platform platform;

  @BeforeAll
  static void buildAndInstall() throws Exception {
    Tools.require(Tools.succeeds("npm", "--version"), "Node.js with npm");
    Tools.require(Tools.succeeds(PYTHON, "--version"), "Python");
    platform = Platform.start(TestPlatform.settings(data()).with(ProcessSettings.SAMPLE, "true"));
    Path built = folder.resolve("built");
    String script = CLIENTS.resolve("tools.sh").toString();
    run("sh", script, "build", platform.address(), built.toString());
    run(PYTHON, "-m", "zipfile", "-e", file(built, ".whl"), SITE);
    Files.writeString(folder.resolve("package.json"), "{\"type\": \"module\", \"private\": true}");
    run("npm", "install", "--silent", "--no-audit", "--no-fund", file(built, ".tgz"));
    String page = Files.readString(ROOT.resolve("docs/clients.md"));
    Files.writeString(folder.resolve("quick.ts"), block(page, "ts"));
    Files.writeString(folder.resolve("quick.py"), block(page, "python"));
    for (String name : List.of("mistakes.ts", "mistakes.py", "uploads.ts", "uploads.py")) {
      Files.copy(CLIENTS.resolve("test").resolve(name), folder.resolve(name));
    }
  }

  private static Path data() throws IOException {
    return Files.createDirectory(folder.resolve("data"));
  }

  @AfterAll
  static void stop() {
    if (platform != null) {
      platform.close();
    }
  }

  private static String block(String page, String language) {
    Matcher block =
        Pattern.compile("```" + language + "\n(.*?)\n```", Pattern.DOTALL).matcher(page);
    assertThat(block.find()).as(language).isTrue();
    return block.group(1) + "\n";
  }

  private static String file(Path directory, String suffix) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(f -> f.toString().endsWith(suffix)).findFirst().orElseThrow().toString();
    }
  }

  /** Runs a command that must succeed; the lines that it prints. */
  private static List<String> run(String... command) throws IOException, InterruptedException {
    Path output = Files.createTempFile(folder, "tool", ".out");
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.redirectErrorStream(true).redirectOutput(output.toFile());
    Map<String, String> environment = builder.environment();
    environment.put("GLEBE", platform.address());
    environment.put("PYTHONPATH", SITE);
    environment.put("MYPYPATH", SITE);
    environment.put("PYTHONDONTWRITEBYTECODE", "1");
    Process process = builder.start();
    boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    String lines = Files.readString(output);
    assertThat(ended && process.exitValue() == 0).as("%s: %s", command[0], lines).isTrue();
    return lines.lines().toList();
  }

  private static List<String> compile(String... files) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(TOOLS.resolve(".bin/tsc").toString()));
    command.addAll(List.of("--strict", "--noUncheckedIndexedAccess", "--types", "node"));
    command.addAll(List.of("--typeRoots", TOOLS.resolve("@types").toString()));
    command.addAll(List.of("--target", "es2022", "--lib", "es2022,dom,dom.iterable"));
    command.addAll(List.of("--module", "nodenext", "--moduleResolution", "nodenext"));
    command.addAll(List.of(files));
    return run(command.toArray(String[]::new));
  }

  @Test
  void theProgramsInTypeScriptCompileAndRun() throws Exception {
    assertThat(compile("quick.ts", "uploads.ts", "mistakes.ts")).isEmpty();
    assertThat(run("node", "quick.js"))
        .containsExactly(
            "farm: Sample farm Europe/Ljubljana",
            "task: Check the fence IN_PROGRESS",
            "refused: 412",
            "not found: Not found",
            "features: 25",
            "tile: image/png true",
            "series: NDVI 26",
            "things: 3");
    assertThat(run("node", "uploads.js"))
        .startsWith(UPLOADED)
        .endsWith("streams: true", "address: true")
        .hasSize(UPLOADED.length + 2);
  }

  @Test
  void theProgramsInPythonRun() throws Exception {
    assertThat(run(PYTHON, "quick.py"))
        .containsExactly(
            "farm: Sample farm Europe/Ljubljana",
            "task: Check the fence IN_PROGRESS",
            "refused: 412",
            "not modified",
            "features: 25",
            "tile: image/png True",
            "series: NDVI 26",
            "table: True",
            "things: 3");
    assertThat(run(PYTHON, "uploads.py"))
        .startsWith(UPLOADED)
        .endsWith("streams: True")
        .hasSize(UPLOADED.length + 1);
  }

  @Test
  void theTypesInPythonPassTheStrictChecksOfMypy() throws Exception {
    Tools.require(Tools.succeeds("mypy", "--version"), "mypy");
    run("mypy", "--strict", "quick.py", "uploads.py", "mistakes.py", SITE + "/glebe_client");
    String sources = CLIENTS.resolve("python").toString();
    run("mypy", "--strict", sources + "/generate.py", sources + "/schemas.py");
  }
}
