package io.glebe.core.farm;

import java.io.BufferedInputStream;
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
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Preferred labels of concepts, read from SKOS as N-Triples: a small file of agricultural concepts
 * that comes with the platform and, by a setting, a dump such as that of AGROVOC, plain, in gzip or
 * in a zip archive. Labels stand with their concepts or, as in SKOS-XL, with label resources that
 * the concepts name. Other statements are skipped. Immutable; a whole AGROVOC takes some hundred
 * megabytes of heap, so a deployment names the languages it wants.
 */
public final class Vocabulary {
  private static final String SHIPPED = "/vocabulary/agriculture.nt";
  private static final String PREFERRED = "http://www.w3.org/2004/02/skos/core#prefLabel";
  private static final String XL = "http://www.w3.org/2008/05/skos-xl#";
  private static final String XL_PREFERRED = XL + "prefLabel";
  private static final String XL_FORM = XL + "literalForm";
  private static final int MAX_LABEL_CHARACTERS = 500;

  /** One statement whose object is a text with a language. */
  private static final Pattern STATEMENT =
      Pattern.compile(
          "<([^<>\\s]+)>\\s+<([^<>\\s]+)>\\s+\"((?:[^\"\\\\]|\\\\.)*)\"(?:@([A-Za-z0-9-]+))?\\s*\\.\\s*");

  /** One statement whose object is a resource. */
  private static final Pattern LINK =
      Pattern.compile("<([^<>\\s]+)>\\s+<([^<>\\s]+)>\\s+<([^<>\\s]+)>\\s*\\.\\s*");

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
    try {
      vocabulary.read(() -> Vocabulary.class.getResourceAsStream(SHIPPED), Set.of());
      if (file.isPresent()) {
        vocabulary.read(() -> opened(file.get()), languages);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return vocabulary;
  }

  private static InputStream opened(Path file) throws IOException {
    InputStream in = new BufferedInputStream(Files.newInputStream(file));
    String name = file.getFileName().toString();
    if (name.endsWith(".gz")) {
      return new GZIPInputStream(in);
    }
    if (!name.endsWith(".zip")) {
      return in;
    }
    ZipInputStream zip = new ZipInputStream(in);
    for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
      if (entry.getName().endsWith(".nt")) {
        return zip;
      }
    }
    throw new IOException(name + " holds no file that ends in .nt");
  }

  /** Opens the statements; they are read more than once. */
  private interface Source {
    InputStream open() throws IOException;
  }

  /** First which label resources are preferred by which concept, then the texts. */
  private void read(Source source, Set<String> languages) throws IOException {
    Map<String, String> concepts = new HashMap<>();
    lines(
        source,
        XL_PREFERRED,
        line -> {
          Matcher link = LINK.matcher(line);
          if (link.matches() && link.group(2).equals(XL_PREFERRED)) {
            concepts.put(link.group(3), link.group(1));
          }
        });
    lines(source, PREFERRED, line -> label(line, PREFERRED, languages, Map.of()));
    if (!concepts.isEmpty()) {
      lines(source, XL_FORM, line -> label(line, XL_FORM, languages, concepts));
    }
  }

  private static void lines(Source source, String about, Consumer<String> reader)
      throws IOException {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(source.open(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.contains(about)) {
          reader.accept(line);
        }
      }
    }
  }

  /**
   * @param concepts the concepts of label resources; empty where the subject is the concept itself
   */
  private void label(
      String line, String predicate, Set<String> languages, Map<String, String> concepts) {
    Matcher statement = STATEMENT.matcher(line);
    if (!statement.matches() || !statement.group(2).equals(predicate)) {
      return;
    }
    String subject = statement.group(1);
    String concept = predicate.equals(XL_FORM) ? concepts.get(subject) : subject;
    String language = Optional.ofNullable(statement.group(4)).orElse("").toLowerCase(Locale.ROOT);
    if (concept != null && (languages.isEmpty() || languages.contains(language))) {
      put(concept, language, unescaped(statement.group(3)));
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
