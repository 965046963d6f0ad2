package io.glebe.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Every limit of docs/limits.md has a test that goes beyond it and checks what the page says. The
 * test names the limit with a tag: {@code @Tag("GLEBE_BATCHES")},
 * {@code @Tag("glebe.json.levels")}.
 */
final class LimitTagsTest {
  /** A row of a setting or of a property of the JVM. */
  private static final Pattern ROW =
      Pattern.compile("^\\| `(?:-D)?((?:GLEBE_|glebe\\.|io\\.)[A-Za-z0-9_.]+)` \\|.*");

  private static final Pattern TAG = Pattern.compile("(GLEBE_|glebe\\.|io\\.).*");

  private static Set<String> limits;
  private static SourceTree sources;

  @BeforeAll
  static void read() throws IOException {
    sources = SourceTree.of(Path.of("..").toAbsolutePath().normalize());
    limits = new TreeSet<>();
    for (String line : Files.readAllLines(Path.of("../docs/limits.md"))) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        limits.add(row.group(1));
      }
    }
  }

  @Test
  void everyLimitHasATest() {
    Set<String> missing = new TreeSet<>(limits);
    sources.tags().forEach(each -> missing.remove(each.tag()));
    assertThat(limits).contains("GLEBE_BATCHES", "glebe.json.levels", "io.netty.maxDirectMemory");
    assertThat(missing).isEmpty();
  }

  @Test
  void everyTagOfALimitIsOnThePage() {
    Map<String, String> unknown =
        sources.tags().stream()
            .filter(each -> TAG.matcher(each.tag()).matches() && !limits.contains(each.tag()))
            .collect(
                Collectors.toMap(
                    SourceTree.Tagged::tag,
                    each -> SourceTree.simpleName(each.file()),
                    (one, other) -> one + ", " + other,
                    TreeMap::new));
    assertThat(unknown).isEmpty();
  }

  /** Other classes are not run with the tests of each change. */
  @Test
  void theTestsOfLimitsRunWithAllTests() {
    assertThat(sources.tags())
        .filteredOn(each -> limits.contains(each.tag()))
        .extracting(each -> SourceTree.simpleName(each.file()))
        .allMatch(name -> name.matches(".*(Test|Suite)"));
  }
}
