package io.glebe.core.record.rule.reference;

import io.glebe.core.catalogue.Attribute;
import io.glebe.core.catalogue.ValueType;
import io.glebe.core.record.rule.draft.Draft;
import io.glebe.core.record.rule.draft.Rule;
import io.glebe.core.record.rule.lookup.Lookup;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.value.Findings;
import io.glebe.core.record.rule.value.Pointers;
import io.glebe.core.record.rule.value.TextForms;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * V19: in strict mode a CodeMapping knows each concept under its scheme. The form is checked with
 * the type.
 */
public final class Concepts implements Rule {
  private static final String RULE = "V19";

  private record Use(Lookup.ConceptKnown lookup, String pointer) {}

  @Override
  public void requestLookups(Draft draft, LookupResults results, Consumer<Lookup<?>> lookups) {
    if (draft.settings().strictConcepts()) {
      uses(draft).forEach(u -> lookups.accept(u.lookup()));
    }
  }

  @Override
  public void check(Draft draft, LookupResults results, Findings findings) {
    if (!draft.settings().strictConcepts()) {
      return;
    }
    for (Use use : uses(draft)) {
      if (!results.answer(use.lookup())) {
        findings.invalid(
            RULE,
            use.pointer(),
            "the scheme " + use.lookup().scheme() + " does not know this concept");
      }
    }
  }

  private static List<Use> uses(Draft draft) {
    List<Use> uses = new ArrayList<>();
    for (Attribute a : draft.type().attributes().values()) {
      Optional<String> scheme = scheme(a.type());
      if (scheme.isPresent() && draft.changed(a.name())) {
        collect(draft, a.name(), scheme.get(), uses);
      }
    }
    return uses;
  }

  private static Optional<String> scheme(ValueType type) {
    return switch (type) {
      case ValueType.Uri uri -> uri.scheme();
      case ValueType.Text text -> text.concept();
      case ValueType.ListOf list -> scheme(list.items());
      default -> Optional.empty();
    };
  }

  private static void collect(Draft draft, String attribute, String scheme, List<Use> uses) {
    String pointer = Pointers.to(attribute);
    draft.text(attribute).ifPresent(t -> add(t, pointer, scheme, uses));
    int i = 0;
    for (var item : draft.after().path(attribute)) {
      add(item.asText(""), Pointers.to(pointer, i++), scheme, uses);
    }
  }

  private static void add(String text, String pointer, String scheme, List<Use> uses) {
    if (TextForms.isConceptUri(text)) {
      uses.add(new Use(new Lookup.ConceptKnown(scheme, text), pointer));
    }
  }
}
