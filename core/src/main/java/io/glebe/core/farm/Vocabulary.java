package io.glebe.core.farm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Preferred labels of concepts, read from SKOS as N-Triples: a small file of agricultural concepts
 * that comes with the platform and, by a setting, a dump such as that of AGROVOC. Other statements
 * are skipped. Immutable; a whole AGROVOC takes some hundred megabytes of heap, so a deployment
 * names the languages it wants.
 */
public final class Vocabulary {
  private static final String SHIPPED = "/vocabulary/agriculture.nt";
  private static final String PREFERRED = "http://www.w3.org/2004/02/skos/core#prefLabel";
  private static final int MAX_LABEL_CHARACTERS = 500;

  /** One statement whose object is a text with a language. */
  private static final Pattern STATEMENT =
      Pattern.compile(
          "<([^<>\\s]+)>\\s+<([^<>\\s]+)>\\s+\"((?:[^\"\\\\]|\\\\.)*)\"(?:@([A-Za-z0-9-]+))?\\s*\\.\\s*");

  private static final Pattern ESCAPE =
      Pattern.compile("\\\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))");

  private final Map<String, Map<String, String>> labels = new HashMap<>();

  private Vocabulary() {}

  /** What comes with the platform. */
  public static Vocabulary shipped() {
    return of(Optional.empty(), Set.of());
  }

  /**
   * What comes with the platform, and a file whose labels win.
   *
   * @param languages kept of the file; empty keeps all
   */
  public static Vocabulary of(Optional<Path> file, Set<String> languages) {
    Vocabulary vocabulary = new Vocabulary();
    try (InputStream in = Vocabulary.class.getResourceAsStream(SHIPPED)) {
      vocabulary.read(in, Set.of());
      if (file.isPresent()) {
        try (InputStream more = Files.newInputStream(file.get())) {
          vocabulary.read(more, languages);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return vocabulary;
  }

  private void read(InputStream in, Set<String> languages) throws IOException {
    BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (!line.contains(PREFERRED)) {
        continue;
      }
      Matcher statement = STATEMENT.matcher(line);
      if (statement.matches() && statement.group(2).equals(PREFERRED)) {
        String language =
            Optional.ofNullable(statement.group(4)).orElse("").toLowerCase(Locale.ROOT);
        if (languages.isEmpty() || languages.contains(language)) {
          put(statement.group(1), language, unescaped(statement.group(3)));
        }
      }
    }
  }

  private void put(String uri, String language, String label) {
    if (label.length() <= MAX_LABEL_CHARACTERS) {
      labels.computeIfAbsent(uri, u -> new HashMap<>()).put(language, label);
    }
  }

  private static String unescaped(String text) {
    return text.indexOf('\\') < 0
        ? text
        : ESCAPE.matcher(text).replaceAll(m -> Matcher.quoteReplacement(character(m)));
  }

  private static String character(java.util.regex.MatchResult escape) {
    String code = Optional.ofNullable(escape.group(1)).orElse(escape.group(2));
    if (code != null) {
      return Character.toString(Integer.parseInt(code, 16));
    }
    return switch (escape.group(3)) {
      case "n" -> "\n";
      case "t" -> "\t";
      case "r" -> "\r";
      case "b" -> "\b";
      case "f" -> "\f";
      case String other -> other;
    };
  }

  /** Concepts with at least one label. */
  public int size() {
    return labels.size();
  }

  /** The labels of a concept by language in lower case; empty for an unknown one. */
  public Map<String, String> labels(String uri) {
    return Map.copyOf(labels.getOrDefault(uri, Map.of()));
  }
}
