package io.glebe.core.record.write;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.catalogue.Attribute;
import io.glebe.core.record.rule.draft.Write;
import io.glebe.core.record.rule.lookup.Lookup;
import io.glebe.core.record.rule.value.TextForms;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * What the rules will probably ask about a write, to be sent along with its lock: the records that
 * its body names, its run, and whether a report lists what it may change. A guess: what is not
 * asked costs a look-up, what is missing a round trip.
 */
final class LookupPrefetch {
  /** Of a long list of references the rest is asked for when it is needed. */
  private static final int MAX_REFERENCES = 20;

  private LookupPrefetch() {}

  static Set<Lookup<?>> of(PendingWrite write) {
    WriteRequest request = write.request();
    Set<Lookup<?>> questions = new HashSet<>();
    for (Attribute attribute : request.type().attributes().values()) {
      JsonNode value = request.body().path(attribute.name());
      if (!value.isMissingNode()) {
        attribute.referredEntity().ifPresent(entity -> add(questions, entity, value));
      }
    }
    request.job().ifPresent(job -> questions.add(new Lookup.Fetch("ProcessingJob", job)));
    if (write.verb() != Write.Verb.POST) {
      questions.add(new Lookup.Reported(request.type().name(), request.id()));
    }
    return questions;
  }

  private static void add(Set<Lookup<?>> questions, String entity, JsonNode value) {
    for (JsonNode id : value.isArray() ? value : List.of(value)) {
      if (questions.size() < MAX_REFERENCES && TextForms.isUuid(id.asText(""))) {
        questions.add(new Lookup.Fetch(entity, UUID.fromString(id.asText())));
      }
    }
  }
}
