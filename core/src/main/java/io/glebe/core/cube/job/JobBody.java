package io.glebe.core.cube.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.body.KnownMembers;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Reads the members of a job's body and collects violations. */
final class JobBody {
  private static final int MAX_LIST = 1000;
  private static final int MAX_TEXT = 1000;

  /** What a body is read for. */
  enum Use {
    /** A request; everything that has no meaning is a fault. */
    REQUEST,
    /** A stored job that runs; it may have what has no meaning. */
    RUN,
    /** A stored job that is shown; what is wrong counts as absent. */
    SHOW
  }

  private final ObjectNode body;
  private final Use use;
  private final List<Violation> faults = new ArrayList<>();

  JobBody(ObjectNode body, Use use) {
    this.body = body;
    this.use = use;
  }

  ObjectNode body() {
    return body;
  }

  /** Finishes reading; 422 when there were violations. */
  void done() {
    if (!faults.isEmpty() && use != Use.SHOW) {
      throw Problem.invalid(faults);
    }
  }

  boolean has(String name) {
    return body.hasNonNull(name);
  }

  void fault(String name, String detail) {
    faults.add(Violation.at("job", "/" + name, detail));
  }

  /** Reports each member of a request that the job does not read. */
  void only(Set<String> members, String type) {
    if (use == Use.REQUEST) {
      faults.addAll(new KnownMembers("a job of the type " + type, members).faults(body, ""));
    }
  }

  /** Reports an empty list of a request. */
  void notEmpty(String name) {
    boolean isEmpty = body.path(name).isArray() && body.path(name).isEmpty();
    if (isEmpty && use == Use.REQUEST) {
      fault(name, name + " has at least one entry");
    }
  }

  /** Requires a member. */
  void require(String name) {
    if (!has(name)) {
      faults.add(Violation.at("required", "/" + name, name + " is needed"));
    }
  }

  Optional<String> text(String name) {
    JsonNode node = body.path(name);
    if (node.isMissingNode() || node.isNull()) {
      return Optional.empty();
    }
    if (!node.isTextual() || node.textValue().length() > MAX_TEXT) {
      fault(name, name + " is a text of at most " + MAX_TEXT + " characters");
      return Optional.empty();
    }
    return Optional.of(node.textValue());
  }

  String choice(String name, String absent, List<String> words) {
    String word = text(name).orElse(absent);
    if (!words.contains(word)) {
      fault(name, name + " is one of " + String.join(", ", words));
      return absent;
    }
    return word;
  }

  /** Reads a text or a list of texts. */
  List<String> texts(String name) {
    List<String> texts = new ArrayList<>();
    JsonNode node = body.path(name);
    Iterable<JsonNode> all = node.isArray() ? node : List.of(node);
    if (node.isMissingNode() || node.isNull()) {
      return texts;
    }
    boolean good = !node.isArray() || node.size() <= MAX_LIST;
    for (JsonNode each : all) {
      good &= each.isTextual() && !each.textValue().isBlank() && texts.size() < MAX_LIST;
      texts.add(each.asText());
    }
    if (!good) {
      fault(name, name + " is a text or a list of at most " + MAX_LIST + " texts");
    }
    return texts;
  }

  /** Reads a text or a list of at least one. */
  List<String> requireTexts(String name) {
    require(name);
    notEmpty(name);
    return texts(name);
  }

  OptionalDouble number(String name) {
    JsonNode node = body.path(name);
    if (node.isMissingNode() || node.isNull()) {
      return OptionalDouble.empty();
    }
    if (!node.isNumber()) {
      fault(name, name + " is a number");
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(node.doubleValue());
  }

  Optional<double[]> numbers(String name) {
    JsonNode node = body.path(name);
    if (node.isMissingNode() || node.isNull()) {
      return Optional.empty();
    }
    double[] numbers = new double[node.size()];
    boolean good = node.isArray() && node.size() <= MAX_LIST;
    for (int i = 0; good && i < numbers.length; i++) {
      good = node.get(i).isNumber() && Double.isFinite(node.get(i).doubleValue());
      numbers[i] = node.get(i).doubleValue();
    }
    if (!good) {
      fault(name, name + " is a list of numbers");
      return Optional.empty();
    }
    return Optional.of(numbers);
  }

  /** west, south, east, north. */
  Optional<double[]> box(String name) {
    Optional<double[]> box = numbers(name);
    boolean good =
        box.map(
                b ->
                    b.length == 4
                        && b[0] < b[2]
                        && b[1] < b[3]
                        && Math.abs(b[0]) <= 180
                        && Math.abs(b[2]) <= 180
                        && Math.abs(b[1]) <= 90
                        && Math.abs(b[3]) <= 90)
            .orElse(true);
    if (!good) {
      fault(name, name + " is west, south, east, north in degrees, and not empty");
      return Optional.empty();
    }
    return box;
  }

  /** {@code [10, 11]}, {@code {"min": 10, "max": 14}} or one number; ascending. */
  List<Integer> zooms(String name, int most) {
    JsonNode node = body.path(name);
    TreeSet<Integer> zooms = new TreeSet<>();
    boolean good = true;
    if (node.isObject()) {
      int min = zoom(node.path("min"));
      int max = zoom(node.path("max"));
      good = min >= 0 && max >= min && max <= most;
      good &= node.size() == 2 || use != Use.REQUEST;
      for (int zoom = min; good && zoom <= max; zoom++) {
        zooms.add(zoom);
      }
    } else {
      Iterable<JsonNode> all = node.isArray() ? node : List.of(node);
      good = !node.isArray() || node.size() <= MAX_LIST;
      for (JsonNode each : all) {
        int zoom = zoom(each);
        good &= zoom >= 0 && zoom <= most;
        zooms.add(zoom);
      }
    }
    if (!good || zooms.isEmpty()) {
      fault(name, "zooms are whole numbers from 0 to " + most + ", or {min, max}");
      return List.of(0);
    }
    return List.copyOf(zooms);
  }

  private static int zoom(JsonNode node) {
    return node.isIntegralNumber() && node.canConvertToInt() ? node.intValue() : -1;
  }

  /** Parses a text; the parser's exception becomes a violation of the member. */
  <T> Optional<T> read(String name, String text, Function<String, T> reader) {
    try {
      return Optional.of(reader.apply(text));
    } catch (Problem | IllegalArgumentException | DateTimeException e) {
      fault(name, String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }
}
