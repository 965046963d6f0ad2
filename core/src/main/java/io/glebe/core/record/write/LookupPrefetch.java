package io.glebe.core.record.write;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.catalogue.Attribute;
import io.glebe.core.json.UuidSyntax;
import io.glebe.core.record.rule.draft.RuleInput;
import io.glebe.core.record.rule.lookup.Lookup;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * The lookups that the rules will probably make for a write, sent together with its lock: the
 * records that the body names, the job, and whether a report lists the record. This is a guess: a
 * lookup too many costs one query, a missing one costs a round trip.
 */
final class LookupPrefetch {
  /** Of a long list of references the rest is looked up when it is needed. */
  private static final int MAX_REFERENCES = 20;

  private LookupPrefetch() {}

  static Set<Lookup<?>> of(PendingWrite write) {
    WriteRequest request = write.request();
    Set<Lookup<?>> lookups = new HashSet<>();
    for (Attribute attribute : request.type().attributes().values()) {
      JsonNode value = request.body().path(attribute.name());
      if (!value.isMissingNode()) {
        attribute.referredEntity().ifPresent(entity -> add(lookups, entity, value));
      }
    }
    request.job().ifPresent(job -> lookups.add(new Lookup.Fetch("ProcessingJob", job)));
    if (write.verb() != RuleInput.Verb.POST) {
      lookups.add(new Lookup.Reported(request.type().name(), request.id()));
    }
    return lookups;
  }

  private static void add(Set<Lookup<?>> lookups, String entity, JsonNode value) {
    for (JsonNode id : value.isArray() ? value : List.of(value)) {
      if (lookups.size() < MAX_REFERENCES && UuidSyntax.matches(id.asText(""))) {
        lookups.add(new Lookup.Fetch(entity, UUID.fromString(id.asText())));
      }
    }
  }
}
