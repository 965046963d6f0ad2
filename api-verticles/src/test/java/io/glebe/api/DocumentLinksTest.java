package io.glebe.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The links between the documents of the project and to its files. */
class DocumentLinksTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern LINK = Pattern.compile("]\\(([^)#\\s]+)(?:#[^)]*)?\\)");

  private static List<Path> documents() throws IOException {
    List<Path> found = new ArrayList<>();
    for (String folder : List.of("", "docs", "benchmarks")) {
      int depth = folder.equals("docs") ? 3 : 1;
      try (Stream<Path> files = Files.walk(ROOT.resolve(folder), depth)) {
        files.filter(file -> file.toString().endsWith(".md")).forEach(found::add);
      }
    }
    return found;
  }

  @Test
  void everyLinkPointsToAFile() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path document : documents()) {
      Matcher link = LINK.matcher(Files.readString(document));
      while (link.find()) {
        String target = link.group(1);
        if (!target.contains("://") && !Files.exists(document.resolveSibling(target))) {
          broken.add(ROOT.relativize(document) + " -> " + target);
        }
      }
    }
    assertThat(broken).isEmpty();
    assertThat(documents()).contains(ROOT.resolve("ARCHITECTURE.md"));
  }

  @Test
  void theListOfDecisionsNamesEveryDecision() throws IOException {
    Path folder = ROOT.resolve("docs/decisions");
    String list = Files.readString(folder.resolve("README.md"));
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .filteredOn(name -> !name.equals("README.md"))
          .allMatch(name -> list.contains("](" + name + ")"));
    }
  }
}
