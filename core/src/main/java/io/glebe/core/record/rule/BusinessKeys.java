package io.glebe.core.record.rule;

import io.glebe.core.catalogue.BusinessKey;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/** V10: values that are unique together are free. */
public final class BusinessKeys implements Rule {
  private static final String RULE = "V10";

  /** The form in which values of a key are compared: without blanks around, in lower case. */
  public static String normalise(String value) {
    return value.strip().toLowerCase(Locale.ROOT);
  }

  @Override
  public void ask(Draft draft, Facts facts, Consumer<Question<?>> asked) {
    draft.type().businessKeys().forEach(k -> question(draft, k).ifPresent(asked));
  }

  @Override
  public void judge(Draft draft, Facts facts, Findings findings) {
    for (BusinessKey key : draft.type().businessKeys()) {
      question(draft, key)
          .filter(facts::knows)
          .flatMap(facts::answer)
          .ifPresent(holder -> refuse(key, holder, findings));
    }
  }

  private static void refuse(BusinessKey key, UUID holder, Findings findings) {
    findings.add(
        ProblemType.BUSINESS_KEY,
        Violation.at(
            RULE,
            Pointers.to(key.members().getFirst()),
            String.join(", ", key.members()) + " are taken by " + holder));
  }

  /** What to ask when the key binds and has changed. */
  private static Optional<Question.KeyHolder> question(Draft draft, BusinessKey key) {
    List<Optional<String>> values = new ArrayList<>();
    boolean binds = true;
    for (String member : key.members()) {
      Optional<String> value = draft.value(member).map(v -> normalise(v.asText()));
      binds = binds && (value.isPresent() || key.absentEqual().contains(member));
      values.add(value);
    }
    boolean fresh = key.members().stream().anyMatch(draft::changed);
    return binds && fresh
        ? Optional.of(
            new Question.KeyHolder(draft.type().name(), key.members(), values, draft.write().id()))
        : Optional.empty();
  }
}
