package io.glebe.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The limits of CONTRIBUTING.md and the words of docs/glossary.md, checked on the sources. */
final class CodeStyleTest {
  private static final int MAX_FILE_LINES = 400;
  private static final int MAX_METHOD_LINES = 60;

  /** Methods that may be longer, each with its reason. */
  private static final Map<String, String> LONG_METHODS =
      Map.of(
          "EchoArea.contribute", "a table of routes",
          "ValueFormsTest.types", "a table of cases",
          "CatalogueTest.faults", "a table of cases",
          "FilterFunctionsTest.aFilterFindsItsObservations", "a table of cases",
          "SpecPathsTest.theLineOfTheTableIsServed", "a table of cases");

  /** Packages that may hold more files. */
  private static final int MOST_FILES = 20;

  /** Words that may not be part of a type name: metaphors and names of earlier releases. */
  private static final Set<String> FORBIDDEN_WORDS =
      Set.of(
          "Accounted",
          "Arrivals",
          "Belonging",
          "Brake",
          "Brakes",
          "Door",
          "Doors",
          "Facts",
          "Flights",
          "Found",
          "Foundation",
          "Greeting",
          "Ground",
          "Harvest",
          "Home",
          "House",
          "Hub",
          "Inflow",
          "Lane",
          "Moment",
          "Outflow",
          "Picture",
          "Pictures",
          "Placement",
          "Press",
          "Question",
          "Questions",
          "Renewed",
          "Room",
          "Rounds",
          "Settled",
          "Sight",
          "Standing",
          "Storey",
          "Tally",
          "Turns",
          "Twin",
          "Warmth");

  /** Words that may not be a whole type name. */
  private static final Set<String> FORBIDDEN_NAMES =
      Set.of(
          "AddressBook",
          "AsOf",
          "Before",
          "Closing",
          "EarlierStates",
          "FirstPeople",
          "KnownAddress",
          "Owner",
          "OwnLoop",
          "OwnPages",
          "PiecePass",
          "Routed",
          "SeriesPlace",
          "When",
          "Written",
          "WrongUse");

  /** Words that may not be part of the name of a method, a field or a variable. */
  private static final Set<String> FORBIDDEN_MEMBER_WORDS =
      Set.of(
          "alone",
          "ask",
          "asked",
          "asker",
          "book",
          "brake",
          "door",
          "ear",
          "estate",
          "facts",
          "flight",
          "flights",
          "greeting",
          "harvest",
          "hear",
          "heard",
          "inflow",
          "judge",
          "judged",
          "land",
          "lay",
          "mine",
          "mint",
          "mood",
          "outflow",
          "picture",
          "pictures",
          "press",
          "question",
          "questions",
          "quicken",
          "rehearse",
          "room",
          "said",
          "settle",
          "settled",
          "sight",
          "standing",
          "tally",
          "tell",
          "theirs",
          "together",
          "told",
          "trouble",
          "truth",
          "twin",
          "warmth",
          "welcome",
          "witness");

  /**
   * Words that may not be the whole name of a method, a field or a record component in the product.
   */
  private static final Set<String> FORBIDDEN_MEMBERS =
      Set.of("before", "found", "home", "moment", "turn");

  /** The beginning of a SQL statement; stricter than its first word, which may begin a message. */
  private static final Pattern STATEMENT =
      Pattern.compile(
          "\\s*(select\\s|insert\\s+into\\s|update\\s+[\\w.%]+\\s+(as\\s|\\w+\\s+)?(set\\s|$)"
              + "|delete\\s+from\\s|with\\s+(recursive\\s|\\w+\\s*(\\(|as\\s))).*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private static SourceTree sources;

  @BeforeAll
  static void parse() throws IOException {
    sources = SourceTree.of(Path.of("..").toAbsolutePath().normalize());
  }

  @Test
  void noFileIsLongerThanFourHundredLines() {
    Map<String, Long> tooLong = new TreeMap<>();
    for (Path file : sources.files()) {
      long lines = SourceTree.lines(file);
      if (lines > MAX_FILE_LINES) {
        tooLong.put(SourceTree.simpleName(file), lines);
      }
    }
    assertThat(tooLong).isEmpty();
  }

  @Test
  void noMethodIsLongerThanSixtyLines() {
    Map<String, Long> tooLong = new TreeMap<>();
    for (SourceTree.Method method : sources.methods()) {
      if (method.lines() > MAX_METHOD_LINES && !LONG_METHODS.containsKey(method.qualified())) {
        tooLong.put(method.qualified(), method.lines());
      }
    }
    assertThat(tooLong).isEmpty();
  }

  @Test
  void nineOfTenPackagesHoldAtMostTwentyFiles() {
    List<Long> sizes =
        sources.files().stream()
            .filter(file -> file.toString().contains("src/main/java"))
            .filter(file -> !file.endsWith("package-info.java"))
            .collect(Collectors.groupingBy(Path::getParent, Collectors.counting()))
            .values()
            .stream()
            .sorted()
            .toList();
    assertThat(sizes.get(sizes.size() * 9 / 10)).isLessThanOrEqualTo(MOST_FILES);
  }

  @Test
  void everySimpleTypeNameIsUsedOnce() {
    Map<String, Long> twice =
        sources.types().stream()
            .filter(type -> !type.nested())
            .collect(
                Collectors.groupingBy(SourceTree.Type::name, TreeMap::new, Collectors.counting()));
    twice.values().removeIf(count -> count == 1);
    assertThat(twice).isEmpty();
  }

  @Test
  void noTypeNameContainsAForbiddenWord() {
    Map<String, Path> found = new TreeMap<>();
    for (SourceTree.Type type : sources.types()) {
      List<String> words = List.of(type.name().split("(?<=[a-z0-9])(?=[A-Z])"));
      if (FORBIDDEN_NAMES.contains(type.name())
          || words.stream().anyMatch(FORBIDDEN_WORDS::contains)) {
        found.put(type.name(), type.file().getFileName());
      }
    }
    assertThat(found).isEmpty();
  }

  @Test
  void noMemberOrVariableNameContainsAForbiddenWord() {
    Map<String, Path> found = new TreeMap<>();
    for (SourceTree.Member member : sources.members()) {
      List<String> words = List.of(member.name().split("(?<=[a-z0-9])(?=[A-Z])"));
      boolean forbidden =
          FORBIDDEN_MEMBERS.contains(member.name()) && !member.local() && !isTest(member.file())
              || words.stream()
                  .map(word -> word.toLowerCase(Locale.ROOT))
                  .anyMatch(FORBIDDEN_MEMBER_WORDS::contains);
      if (forbidden && !isConstant(member.name())) {
        found.put(member.name(), member.file().getFileName());
      }
    }
    assertThat(found).isEmpty();
  }

  @Test
  void noSqlStatementIsAConcatenationOfLiterals() {
    Map<String, String> statements = new TreeMap<>();
    for (SourceTree.Concatenation one : sources.concatenations()) {
      if (one.wrapped() && !isTest(one.file()) && STATEMENT.matcher(one.text()).matches()) {
        statements.put(SourceTree.simpleName(one.file()) + ":" + one.line(), one.text());
      }
    }
    assertThat(statements).as("write them as text blocks").isEmpty();
  }

  private static boolean isTest(Path file) {
    return file.toString().contains("src/test/java");
  }

  private static boolean isConstant(String name) {
    return name.equals(name.toUpperCase(Locale.ROOT));
  }
}
