package io.glebe.api.openapi;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Texts of the published contract that cannot follow from declarations: the purpose of operations
 * by their ids, and the meaning of members by their schemas and names. In a key, {@code *} stands
 * for any letters; a key without it has priority. Immutable.
 */
final class DescriptionTexts {
  private static final Map<String, String> OPERATIONS = load("operations");
  private static final Map<String, String> MEMBERS = load("members");

  private DescriptionTexts() {}

  private static Map<String, String> load(String file) {
    Properties texts = new Properties();
    String name = "/descriptions/" + file + ".properties";
    try (Reader reader =
        new InputStreamReader(
            Objects.requireNonNull(DescriptionTexts.class.getResourceAsStream(name), name),
            StandardCharsets.UTF_8)) {
      texts.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, String> all = new TreeMap<>();
    texts.stringPropertyNames().forEach(key -> all.put(key, texts.getProperty(key, "")));
    return Map.copyOf(all);
  }

  /** The purpose of an operation; empty where its summary says enough. */
  static Optional<String> operation(String id) {
    return find(OPERATIONS, id).map(OPERATIONS::get);
  }

  /** The keys of all texts of operations. */
  static Set<String> operations() {
    return OPERATIONS.keySet();
  }

  /** The key whose text an operation has. */
  static Optional<String> key(String id) {
    return find(OPERATIONS, id);
  }

  /** The keys of all texts of members. */
  static Set<String> members() {
    return MEMBERS.keySet();
  }

  /** The meaning of a member with this key. */
  static String member(String key) {
    return Objects.requireNonNull(MEMBERS.get(key), key);
  }

  /**
   * The key whose text a member has: one of its schema before one of its name.
   *
   * @param path of the member from its schema on, separated by dots
   */
  static Optional<String> memberKey(String path, String name) {
    return find(MEMBERS, path).or(() -> find(MEMBERS, name));
  }

  private static Optional<String> find(Map<String, String> texts, String id) {
    return texts.containsKey(id)
        ? Optional.of(id)
        : texts.keySet().stream()
            .filter(key -> key.contains("*"))
            .filter(key -> matches(key, id))
            .findFirst();
  }

  private static boolean matches(String key, String id) {
    String[] parts = key.split("\\*", 2);
    return Pattern.matches(Pattern.quote(parts[0]) + "[A-Za-z]*" + Pattern.quote(parts[1]), id);
  }
}
