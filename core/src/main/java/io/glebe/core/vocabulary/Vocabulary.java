package io.glebe.core.vocabulary;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Preferred labels of concepts, read from SKOS: a small file of agricultural concepts that is part
 * of the platform and, by a setting, a dump such as that of AGROVOC in a format of {@link
 * VocabularyFile}. A label belongs to its concept directly or, in SKOS-XL, to a label resource of
 * the concept. Other statements are ignored. Immutable. The whole AGROVOC takes some hundred
 * megabytes of heap, so a deployment should name the languages it needs.
 */
public final class Vocabulary {
  private static final String SHIPPED = "/vocabulary/agriculture.nt";
  private static final String PREFERRED = "http://www.w3.org/2004/02/skos/core#prefLabel";
  private static final String XL = "http://www.w3.org/2008/05/skos-xl#";
  private static final String XL_PREFERRED = XL + "prefLabel";
  private static final String XL_FORM = XL + "literalForm";
  private static final String[] WORDS = {PREFERRED, XL_PREFERRED, XL_FORM};
  private static final int MAX_LABEL_CHARACTERS = 500;
  private static final int MAX_LABELS = 5_000_000;

  /** Share of the heap for the vocabulary. */
  private static final double MOST_OF_HEAP = 0.75;

  /** Bytes of a string and its map entry besides the characters. */
  private static final int ENTRY_BYTES = 104;

  /** Bytes of a small map. */
  private static final int MAP_BYTES = 176;

  private final Map<String, Map<String, String>> labels = new HashMap<>();
  private int count;
  private long heapBytes;

  private Vocabulary() {}

  /**
   * The vocabulary of the platform and of a file, whose labels come first.
   *
   * @param languages kept of the file; empty keeps all
   */
  public static Vocabulary of(Optional<Path> file, Set<String> languages) {
    return of(file, languages, VocabularyFile.Limits.NONE);
  }

  /**
   * The same with limits.
   *
   * @param maxBytes maximum size of the expanded file
   * @param maxRatio maximum ratio of the expanded to the packed size; ignored for small files
   */
  public static Vocabulary of(
      Optional<Path> file, Set<String> languages, long maxBytes, int maxRatio) {
    return of(file, languages, new VocabularyFile.Limits(maxBytes, maxRatio));
  }

  private static Vocabulary of(
      Optional<Path> file, Set<String> languages, VocabularyFile.Limits limits) {
    Vocabulary vocabulary = new Vocabulary();
    try {
      vocabulary.read(Vocabulary::shippedStatements, Set.of());
      if (file.isPresent()) {
        vocabulary.read(new VocabularyFile(file.get(), limits, WORDS), languages);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return vocabulary;
  }

  private static void shippedStatements(RdfStatements.Listener listener) throws IOException {
    try (InputStream in = Vocabulary.class.getResourceAsStream(SHIPPED)) {
      NTriples.read(in, WORDS, listener);
    }
  }

  /**
   * Reads the file twice: first labels and references to label resources, then the texts of these.
   */
  private void read(RdfStatements statements, Set<String> languages) throws IOException {
    Map<String, String> concepts = new HashMap<>();
    statements.read(
        new RdfStatements.Listener() {
          @Override
          public void link(String subject, String predicate, String object) throws IOException {
            if (predicate.equals(XL_PREFERRED)) {
              if (concepts.put(object, subject) == null) {
                take(2L * ENTRY_BYTES + object.length() + subject.length());
              }
              if (concepts.size() > MAX_LABELS) {
                throw new IOException("more than " + MAX_LABELS + " label resources");
              }
            }
          }

          @Override
          public void text(String subject, String predicate, String text, String language)
              throws IOException {
            if (predicate.equals(PREFERRED)) {
              put(subject, text, language, languages);
            }
          }
        });
    if (!concepts.isEmpty()) {
      statements.read(new Forms(concepts, languages));
    }
  }

  /** Receives the texts of label resources. */
  private final class Forms implements RdfStatements.Listener {
    private final Map<String, String> concepts;
    private final Set<String> languages;

    private Forms(Map<String, String> concepts, Set<String> languages) {
      this.concepts = concepts;
      this.languages = languages;
    }

    @Override
    public void link(String subject, String predicate, String object) {}

    @Override
    public void text(String subject, String predicate, String text, String language)
        throws IOException {
      String concept = concepts.get(subject);
      if (concept != null && predicate.equals(XL_FORM)) {
        put(concept, text, language, languages);
      }
    }
  }

  private void put(String uri, String label, String written, Set<String> languages)
      throws IOException {
    String language = written.toLowerCase(Locale.ROOT);
    boolean wanted = languages.isEmpty() || languages.contains(language);
    if (!wanted || label.isEmpty() || label.length() > MAX_LABEL_CHARACTERS) {
      return;
    }
    Map<String, String> known = labels.computeIfAbsent(uri, u -> new HashMap<>());
    if (known.isEmpty()) {
      take(ENTRY_BYTES + MAP_BYTES + uri.length());
    }
    if (known.put(language, label) == null) {
      take(ENTRY_BYTES + 2L * label.length());
      if (++count > MAX_LABELS) {
        throw new IOException("more than " + MAX_LABELS + " labels; name the languages to keep");
      }
    }
  }

  /** Refuses a vocabulary that by estimate would leave too little heap for the platform. */
  private void take(long bytes) throws IOException {
    heapBytes += bytes;
    long maxBytes = (long) (MOST_OF_HEAP * Runtime.getRuntime().maxMemory());
    if (heapBytes > maxBytes) {
      throw new IOException(
          "its labels need more than "
              + (maxBytes >> 20)
              + " MB of heap; name the languages to keep, or give the process more (-Xmx)");
    }
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
