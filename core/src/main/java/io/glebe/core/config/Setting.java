package io.glebe.core.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * One declared setting. Register it in {@link AllSettings} and read it with {@code
 * settings.get(HttpSettings.HTTP_PORT)}.
 *
 * @param name the name, which is also the environment variable: {@code GLEBE_...}
 * @param type description of the permitted values
 * @param defaultText the default as text; empty text of an optional setting means absent
 * @param meaning description in one line
 * @param secret masked in output, and readable from a file that {@code NAME_FILE} names
 * @param parser converts text to a value; throws IllegalArgumentException with the error
 */
public record Setting<T>(
    String name,
    String type,
    String defaultText,
    String meaning,
    boolean secret,
    Function<String, T> parser) {

  public static Setting<String> text(String name, String value, String meaning) {
    return new Setting<>(name, "text", value, meaning, false, text -> text);
  }

  /** Declares an optional text. */
  public static Setting<Optional<String>> optional(String name, String meaning) {
    return new Setting<>(name, "text, optional", "", meaning, false, Setting::present);
  }

  /** Declares an optional secret. */
  public static Setting<Optional<String>> secret(String name, String value, String meaning) {
    return new Setting<>(name, "secret", value, meaning, true, Setting::present);
  }

  /** Declares an optional absolute URI. */
  public static Setting<Optional<URI>> uri(String name, String meaning) {
    return new Setting<>(
        name,
        "address, optional",
        "",
        meaning,
        false,
        text -> present(text).map(Setting::absolute));
  }

  public static Setting<Integer> integer(String name, int value, int min, int max, String meaning) {
    String type = "whole number, " + min + " to " + max;
    return new Setting<>(
        name, type, Integer.toString(value), meaning, false, text -> (int) inRange(text, min, max));
  }

  /** Declares a number of bytes; accepts the suffixes k, M and G (powers of 1024). */
  public static Setting<Long> bytes(String name, String value, String meaning) {
    return new Setting<>(name, "bytes (k, M, G)", value, meaning, false, Setting::parseBytes);
  }

  /** The same between two numbers of bytes, which are written like the value. */
  public static Setting<Long> bytes(
      String name, String value, String min, String max, String meaning) {
    return new Setting<>(
        name,
        "bytes (k, M, G), " + min + " to " + max,
        value,
        meaning,
        false,
        text -> within(parseBytes(text), parseBytes(min), parseBytes(max), min, max));
  }

  /** Declares a number of bytes, or a share of the largest heap of the process such as 25%. */
  public static Setting<Long> heapShare(String name, String value, String meaning) {
    return new Setting<>(
        name, "bytes (k, M, G) or % of the heap", value, meaning, false, Setting::parseHeapShare);
  }

  /**
   * Declares a duration such as {@code 500ms}, {@code 30s}, {@code 5m}, {@code 2h} or {@code 7d}.
   */
  public static Setting<Duration> duration(String name, String value, String meaning) {
    return new Setting<>(
        name, "duration (ms, s, m, h, d)", value, meaning, false, Setting::parseDuration);
  }

  /** The same between two durations, which are written like the value. */
  public static Setting<Duration> duration(
      String name, String value, String min, String max, String meaning) {
    return new Setting<>(
        name,
        "duration (ms, s, m, h, d), " + min + " to " + max,
        value,
        meaning,
        false,
        text -> within(parseDuration(text), parseDuration(min), parseDuration(max), min, max));
  }

  /** Declares a share of a whole, 0 to 1, such as {@code 0.05}. */
  public static Setting<Double> share(String name, String value, String meaning) {
    return new Setting<>(name, "number, 0 to 1", value, meaning, false, Setting::parseShare);
  }

  public static Setting<Boolean> flag(String name, boolean value, String meaning) {
    return new Setting<>(
        name, "true or false", Boolean.toString(value), meaning, false, Setting::parseFlag);
  }

  public static Setting<Path> path(String name, String value, String meaning) {
    return new Setting<>(name, "path", value, meaning, false, Path::of);
  }

  /** Declares a comma-separated list; empty text is the empty list. */
  public static Setting<List<String>> list(String name, String value, String meaning) {
    return new Setting<>(name, "list, comma-separated", value, meaning, false, Setting::parseList);
  }

  /** Declares addresses and address ranges of trusted proxies; none by default. */
  static Setting<AddressRanges> proxies(String name, String meaning) {
    return new Setting<>(
        name, "addresses or ranges, comma-separated", "", meaning, false, Setting::parseProxies);
  }

  /** Declares addresses and address ranges; none by default. */
  static Setting<AddressRanges> ranges(String name, String meaning) {
    return new Setting<>(
        name, "addresses or ranges, comma-separated", "", meaning, false, AddressRanges::parse);
  }

  private static AddressRanges parseProxies(String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "true", "yes", "on", "1" ->
          throw new IllegalArgumentException(
              "trusts everybody and is no longer accepted; write the addresses of the proxies, such"
                  + " as 127.0.0.1 or 10.0.0.0/8");
      case "false", "no", "off", "0" -> AddressRanges.parse(""); // the former syntax
      default -> AddressRanges.parse(text);
    };
  }

  /** Declares one of the constants of an enum, written in lower case with hyphens. */
  public static <E extends Enum<E>> Setting<E> choice(String name, E value, String meaning) {
    E[] all = value.getDeclaringClass().getEnumConstants();
    String type = String.join(" or ", Arrays.stream(all).map(Setting::spelled).toList());
    return new Setting<>(
        name, type, spelled(value), meaning, false, text -> chosen(all, text, type));
  }

  private static String spelled(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static <E extends Enum<E>> E chosen(E[] all, String text, String type) {
    return Arrays.stream(all)
        .filter(value -> spelled(value).equals(text.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("must be " + type + hint(all, text)));
  }

  private static String hint(Enum<?>[] all, String text) {
    return Nearest.hint(text, Arrays.stream(all).map(Setting::spelled).toList());
  }

  private static Optional<String> present(String text) {
    return text.isBlank() ? Optional.empty() : Optional.of(text);
  }

  private static URI absolute(String text) {
    URI uri = URI.create(text);
    if (!uri.isAbsolute()) {
      throw new IllegalArgumentException("must be an absolute address");
    }
    return uri;
  }

  private static long inRange(String text, long min, long max) {
    long value;
    try {
      value = Long.parseLong(text.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("must be a whole number", e);
    }
    if (value < min || value > max) {
      throw new IllegalArgumentException("must lie between " + min + " and " + max);
    }
    return value;
  }

  private static <V extends Comparable<V>> V within(
      V value, V least, V most, String min, String max) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException("must lie between " + min + " and " + max);
    }
    return value;
  }

  private static long parseBytes(String text) {
    String trimmed = text.strip();
    int shift =
        trimmed.isEmpty()
            ? 0
            : switch (trimmed.charAt(trimmed.length() - 1)) {
              case 'k', 'K' -> 10;
              case 'm', 'M' -> 20;
              case 'g', 'G' -> 30;
              default -> 0;
            };
    String number = shift == 0 ? trimmed : trimmed.substring(0, trimmed.length() - 1);
    return inRange(number, 0, Long.MAX_VALUE >> shift) << shift;
  }

  private static long parseHeapShare(String text) {
    String trimmed = text.strip();
    return trimmed.endsWith("%")
        ? Runtime.getRuntime().maxMemory()
            / 100
            * inRange(trimmed.substring(0, trimmed.length() - 1), 0, 100)
        : parseBytes(trimmed);
  }

  static Duration parseDuration(String text) {
    String trimmed = text.strip();
    int digits = 0;
    while (digits < trimmed.length() && Character.isDigit(trimmed.charAt(digits))) {
      digits++;
    }
    long amount = inRange(trimmed.substring(0, digits), 0, Integer.MAX_VALUE);
    return switch (trimmed.substring(digits)) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      case "h" -> Duration.ofHours(amount);
      case "d" -> Duration.ofDays(amount);
      default ->
          throw new IllegalArgumentException(
              "must be a number with one of the units ms, s, m, h, d");
    };
  }

  private static double parseShare(String text) {
    double value;
    try {
      value = Double.parseDouble(text.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("must be a number", e);
    }
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException("must lie between 0 and 1");
    }
    return value;
  }

  private static boolean parseFlag(String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "true", "yes", "on", "1" -> true;
      case "false", "no", "off", "0" -> false;
      default -> throw new IllegalArgumentException("must be true or false");
    };
  }

  private static List<String> parseList(String text) {
    return Arrays.stream(text.split(","))
        .map(String::strip)
        .filter(part -> !part.isEmpty())
        .toList();
  }
}
