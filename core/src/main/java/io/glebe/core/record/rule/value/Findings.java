package io.glebe.core.record.rule.value;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The errors of one write, by problem type; the first type in the order of checks is reported. */
public final class Findings {
  /** The order in which problem types are reported when several apply. */
  private static final List<ProblemType> ORDER =
      List.of(
          ProblemType.FORBIDDEN,
          ProblemType.IMMUTABLE_RECORD,
          ProblemType.REASON_REQUIRED,
          ProblemType.INVALID_RECORD,
          ProblemType.INVALID_TRANSITION,
          ProblemType.BUSINESS_KEY,
          ProblemType.DEPENDENT_RECORDS);

  private static final Comparator<Violation> ORDER_OF_PLACES =
      Comparator.comparing(Violation::place)
          .thenComparing(Violation::where, Pointers.ORDER)
          .thenComparing(Violation::rule);

  /**
   * Maximum number of errors of one request; a body with thousands of errors is refused with the
   * first ones.
   */
  private static final int MAX_FAULTS = 1_000;

  private final Map<ProblemType, Map<String, Violation>> all = new EnumMap<>(ProblemType.class);

  /** Adds an error in the body that makes the record invalid. */
  public void invalid(String rule, String pointer, String detail) {
    add(ProblemType.INVALID_RECORD, Violation.at(rule, pointer, detail));
  }

  /** Adds an error; the same rule at the same place is added once. */
  public void add(ProblemType type, Violation violation) {
    Map<String, Violation> of = all.computeIfAbsent(type, _ -> new LinkedHashMap<>());
    if (of.size() < MAX_FAULTS) {
      of.putIfAbsent(violation.rule() + violation.place() + violation.where(), violation);
    }
  }

  /**
   * Whether the value at the pointer, one inside it, or the array or object that has it is invalid.
   * The entries of an array that is too long have not been checked, and none of them is read. When
   * there are so many errors that not all are kept, every value counts as invalid.
   */
  public boolean faulty(String pointer) {
    Map<String, Violation> invalid = all.getOrDefault(ProblemType.INVALID_RECORD, Map.of());
    return invalid.size() >= MAX_FAULTS
        || within(pointer).findAny().isPresent()
        || invalid.values().stream().anyMatch(v -> isInside(pointer, v.where()));
  }

  private static boolean isInside(String pointer, String outer) {
    return !outer.isEmpty() && pointer.startsWith(outer + "/");
  }

  /** Whether the value at the pointer, or one inside it, breaks this rule. */
  public boolean breaks(String rule, String pointer) {
    return within(pointer).anyMatch(violation -> violation.rule().equals(rule));
  }

  private Stream<Violation> within(String pointer) {
    return all.getOrDefault(ProblemType.INVALID_RECORD, Map.of()).values().stream()
        .filter(v -> v.where().equals(pointer) || v.where().startsWith(pointer + "/"));
  }

  /** The refusal, with all violations of its type ordered by place. */
  public Optional<Problem> problem() {
    return problem(Json.object());
  }

  /**
   * The refusal of a body: violations at members that the caller sent come before those at members
   * that are missing or that the platform completed, so that the first one names the cause.
   */
  public Optional<Problem> problem(ObjectNode body) {
    Comparator<Violation> order =
        Comparator.comparing((Violation violation) -> !isSent(violation, body))
            .thenComparing(ORDER_OF_PLACES);
    for (ProblemType type : ORDER) {
      Map<String, Violation> violations = all.get(type);
      if (violations != null) {
        List<Violation> sorted = violations.values().stream().sorted(order).toList();
        return Optional.of(
            type == ProblemType.INVALID_RECORD
                ? Problem.invalid(sorted)
                : Problem.of(type, sorted.getFirst().detail(), sorted));
      }
    }
    return Optional.empty();
  }

  private static boolean isSent(Violation violation, ObjectNode body) {
    return violation.place() == Violation.Place.POINTER
        && body.has(Pointers.member(violation.where()));
  }
}
