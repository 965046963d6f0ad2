package io.glebe.core.record.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.sample.SampleRecords;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.rule.draft.Deletion;
import io.glebe.core.record.rule.draft.RuleCaller;
import io.glebe.core.record.rule.draft.RuleInput;
import io.glebe.core.record.rule.draft.RuleSettings;
import io.glebe.core.record.rule.farm.DefaultRegions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** A sample farm in memory with helper methods for writes, for tests of the rules. */
final class RuleFixture {
  static final Instant NOW = Instant.parse("2026-06-15T10:00:00Z");
  static final UUID PERSON = UUID.fromString("11111111-1111-4111-8111-111111111111");

  final SampleRecords samples;
  final MemoryRecords records = new MemoryRecords();
  RuleCaller caller = RuleCallersFixture.person();
  RuleSettings settings = RuleSettings.lenient();
  Optional<UUID> job = Optional.empty();
  Optional<String> reason = Optional.empty();
  boolean administration;

  RuleFixture(long seed) {
    samples = new SampleRecords(seed);
    samples.world().forEach((entity, record) -> records.put(entity, record.deepCopy()));
    records.put("Region", DefaultRegions.of(samples.of("Field")));
  }

  /** Removes the sample record from the store, so that it can be created; returns it. */
  ObjectNode fresh(String entity) {
    records.remove(entity, samples.id(entity));
    return samples.of(entity);
  }

  RuleOutcome put(String entity, ObjectNode body) {
    return write(entity, UUID.fromString(body.path("id").asText()), RuleInput.Verb.PUT, body);
  }

  RuleOutcome post(String entity, ObjectNode body) {
    UUID id =
        Optional.ofNullable(body.get("id"))
            .map(n -> UUID.fromString(n.asText()))
            .orElse(UUID.randomUUID());
    return write(entity, id, RuleInput.Verb.POST, body);
  }

  RuleOutcome patch(String entity, String json) {
    return write(entity, samples.id(entity), RuleInput.Verb.PATCH, Json.parseObject(json));
  }

  RuleOutcome write(String entity, UUID id, RuleInput.Verb verb, ObjectNode body) {
    RuleInput input =
        new RuleInput(
            Catalogue.standard().get(entity),
            id,
            verb,
            body,
            records.find(entity, id),
            caller,
            job,
            reason,
            NOW,
            administration);
    return new RecordRules(settings).check(input, records);
  }

  Optional<Problem> delete(String entity) {
    UUID id = samples.id(entity);
    return new RecordRules(settings)
        .checkDeletion(
            new Deletion(
                Catalogue.standard().get(entity),
                id,
                records.find(entity, id).orElseThrow(),
                caller,
                job,
                NOW),
            records);
  }

  static ObjectNode accepted(RuleOutcome verdict) {
    assertThat(verdict).isInstanceOf(RuleOutcome.Accepted.class);
    return ((RuleOutcome.Accepted) verdict).after();
  }

  static Problem refused(RuleOutcome verdict) {
    assertThat(verdict).isInstanceOf(RuleOutcome.Refused.class);
    return ((RuleOutcome.Refused) verdict).problem();
  }

  /** Returns "rule pointer" of every violation of a refusal. */
  static List<String> faults(RuleOutcome verdict) {
    return verdict instanceof RuleOutcome.Refused r
        ? r.problem().violations().stream().map(v -> v.rule() + " " + v.where()).toList()
        : List.of();
  }
}
