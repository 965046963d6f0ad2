package io.glebe.api.http;

import io.glebe.core.config.Nearest;
import io.glebe.core.json.UuidSyntax;
import io.glebe.core.problem.Problem;
import io.glebe.core.time.Rfc3339;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The query of a request with typed values. An invalid value is a 400 problem that names the
 * parameter.
 */
public final class Params {
  /** The parameter with a token for viewers. It is read by the gateway only. */
  static final String CREDENTIAL = "access_token";

  private static final Pattern WHOLE = Pattern.compile("-?\\d{1,10}");
  private static final Pattern COUNT = Pattern.compile("\\d{1,18}");

  private final MultiMap values;
  private final Consumer<String> reads;

  /**
   * @param reads receives the name of each parameter before it is read
   */
  private Params(MultiMap values, Consumer<String> reads) {
    this.values = values;
    this.reads = reads;
  }

  /**
   * The query of a request to a route, whose endpoint reads declared parameters only. Broken
   * escapes and U+0000, which the database cannot store in text, are refused with 400.
   */
  public static Params of(HttpServerRequest request, Route route) {
    MultiMap values;
    try {
      values = request.params(true); // a semicolon is an ordinary character; filters contain it
    } catch (IllegalArgumentException e) {
      throw Problem.malformed("the query contains a broken percent escape");
    }
    values.forEach(
        entry -> {
          if (entry.getKey().indexOf('\0') >= 0 || entry.getValue().indexOf('\0') >= 0) {
            throw Problem.malformed("the query contains U+0000");
          }
        });
    return new Params(
        route.surface().equals(Surface.SENSOR) ? split(values) : values,
        route.declared()::readQuery);
  }

  /** Options whose equals sign is escaped as well, which clients of SensorThings send. */
  private static MultiMap split(MultiMap values) {
    MultiMap whole = MultiMap.caseInsensitiveMultiMap();
    for (Map.Entry<String, String> entry : values) {
      int sign = entry.getKey().startsWith("$") ? entry.getKey().indexOf('=') : -1;
      boolean escaped = sign > 0 && entry.getValue().isEmpty();
      whole.add(
          escaped ? entry.getKey().substring(0, sign) : entry.getKey(),
          escaped ? entry.getKey().substring(sign + 1) : entry.getValue());
    }
    return whole;
  }

  /** The query of a URL, without its question mark. */
  public static Params ofQuery(String query) {
    MultiMap values = MultiMap.caseInsensitiveMultiMap();
    new QueryStringDecoder(query, false)
        .parameters()
        .forEach((name, all) -> all.forEach(value -> values.add(name, value)));
    return new Params(values, name -> {});
  }

  /** The names in the order of the request. */
  public Set<String> names() {
    return values.names();
  }

  /** The token for viewers; empty without the parameter. A repeated parameter is refused. */
  public Optional<String> credential() {
    List<String> all = values.getAll(CREDENTIAL);
    if (all.size() > 1) {
      throw Problem.malformedParameter(CREDENTIAL, "may be given once");
    }
    return all.isEmpty() ? Optional.empty() : Optional.of(all.getFirst());
  }

  /** Whether the parameter of this name is the token for viewers. */
  public static boolean isCredential(String name) {
    return name.equalsIgnoreCase(CREDENTIAL);
  }

  /** The token for viewers as a part of a query. */
  public Optional<String> credentialQuery() {
    return credential()
        .map(token -> CREDENTIAL + "=" + URLEncoder.encode(token, StandardCharsets.UTF_8));
  }

  public boolean has(String name) {
    reads.accept(name);
    return values.contains(name);
  }

  /** The text; empty without the parameter. A repeated parameter is refused. */
  public Optional<String> text(String name) {
    reads.accept(name);
    List<String> all = values.getAll(name);
    if (all.size() > 1) {
      throw Problem.malformedParameter(name, "may be given once");
    }
    return all.isEmpty() ? Optional.empty() : Optional.of(all.getFirst());
  }

  /** Every value of a parameter that may be repeated. */
  public List<String> all(String name) {
    reads.accept(name);
    return List.copyOf(values.getAll(name));
  }

  public String required(String name) {
    return text(name)
        .filter(t -> !t.isEmpty())
        .orElseThrow(() -> Problem.malformedParameter(name, "is required"));
  }

  /** The length of a page: at least 1; more than {@code max} means {@code max}. */
  public int limit(String name, int absent, int max) {
    return text(name).map(text -> (int) Math.min(limit(name, text), max)).orElse(absent);
  }

  private static long limit(String name, String text) {
    long limit = COUNT.matcher(text).matches() ? Long.parseLong(text) : 0;
    if (limit < 1) {
      throw Problem.malformedParameter(name, "must be a whole number from 1 on");
    }
    return limit;
  }

  /** A whole number within bounds, both included. */
  public Optional<Integer> integer(String name, int min, int max) {
    return text(name).map(t -> parseInteger(name, t, min, max));
  }

  public int integer(String name, int absent, int min, int max) {
    return integer(name, min, max).orElse(absent);
  }

  /** A whole number that counts something. */
  public Optional<Long> count(String name) {
    return text(name)
        .map(
            t -> {
              if (!COUNT.matcher(t).matches()) {
                throw Problem.malformedParameter(name, "must be a whole number from 0");
              }
              return Long.parseLong(t);
            });
  }

  /** A finite number. */
  public Optional<Double> number(String name) {
    return text(name).map(t -> parseNumber(name, t));
  }

  public boolean flag(String name, boolean absent) {
    return text(name)
        .map(
            t ->
                switch (t.toLowerCase(Locale.ROOT)) {
                  case "true" -> true;
                  case "false" -> false;
                  default -> throw Problem.malformedParameter(name, "must be true or false");
                })
        .orElse(absent);
  }

  /** A UUID in lower case. */
  public Optional<UUID> uuid(String name) {
    return text(name).map(t -> parseUuid(name, t));
  }

  /** An instant with an offset, for example {@code 2026-05-01T00:00:00Z}. */
  public Optional<Instant> instant(String name) {
    return text(name).map(t -> parseInstant(name, t));
  }

  /** A list separated by commas, of at most {@code max} entries. */
  public List<String> list(String name, int max) {
    List<String> entries = new ArrayList<>();
    text(name)
        .ifPresent(
            t ->
                Arrays.stream(t.split(",", -1))
                    .map(String::strip)
                    .filter(e -> !e.isEmpty())
                    .forEach(entries::add));
    if (entries.size() > max) {
      throw Problem.malformedParameter(name, "may list at most " + max + " values");
    }
    return entries;
  }

  /** Numbers separated by commas, whose count must be one of {@code counts}. */
  public Optional<double[]> numbers(String name, Integer... counts) {
    return text(name)
        .map(
            t -> {
              double[] numbers =
                  Arrays.stream(t.split(",", -1))
                      .mapToDouble(n -> parseNumber(name, n.strip()))
                      .toArray();
              if (!List.of(counts).contains(numbers.length)) {
                throw Problem.malformedParameter(
                    name,
                    "must have "
                        + Arrays.stream(counts)
                            .map(String::valueOf)
                            .collect(Collectors.joining(" or "))
                        + " numbers");
              }
              return numbers;
            });
  }

  /** One of the given words. */
  public Optional<String> choice(String name, Collection<String> words) {
    Optional<String> text = text(name);
    if (text.isPresent() && !words.contains(text.get())) {
      throw Problem.malformedParameter(
          name, "must be one of " + Nearest.choices(text.get(), words));
    }
    return text;
  }

  /**
   * Refuses a parameter that is not among the known ones, whose case counts, and names the nearest
   * of them.
   */
  public void refuseUnknown(Collection<String> known) {
    for (String name : values.names()) {
      if (!known.contains(name)) {
        throw Problem.malformedParameter(
            name, "is no parameter of this resource" + hint(name, known));
      }
    }
  }

  /** The nearest name, or all names where none is near. */
  private static String hint(String name, Collection<String> known) {
    String near = Nearest.hint(name, known);
    if (!near.isEmpty()) {
      return near;
    }
    return known.isEmpty()
        ? ", which has none"
        : ", which has " + String.join(", ", new TreeSet<>(known));
  }

  /** Fails with 400 for a text that does not have its declared form. Does not count as reading. */
  void check(ParameterForms forms) {
    values.forEach(entry -> forms.check(entry.getKey(), entry.getValue()));
  }

  /** Parses an id from a path or a query. */
  public static UUID parseUuid(String name, String text) {
    return UuidSyntax.parse(text)
        .orElseThrow(() -> Problem.malformedParameter(name, "must be a UUID in lower case"));
  }

  public static int parseInteger(String name, String text, int min, int max) {
    int value;
    try {
      value = Integer.parseInt(WHOLE.matcher(text).matches() ? text : "");
    } catch (NumberFormatException e) {
      throw Problem.malformedParameter(name, "must be a whole number from " + min + " to " + max);
    }
    if (value < min || value > max) {
      throw Problem.malformedParameter(name, "must lie between " + min + " and " + max);
    }
    return value;
  }

  private static double parseNumber(String name, String text) {
    double value;
    try {
      value = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw Problem.malformedParameter(name, "must be a number");
    }
    if (!Double.isFinite(value)) {
      throw Problem.malformedParameter(name, "must be a finite number");
    }
    return value;
  }

  private static Instant parseInstant(String name, String text) {
    return Rfc3339.instantOfQuery(text)
        .orElseThrow(
            () ->
                Problem.malformedParameter(
                    name, "must be a time with offset, for example 2026-05-01T00:00:00Z"));
  }
}
