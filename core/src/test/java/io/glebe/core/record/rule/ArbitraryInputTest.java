package io.glebe.core.record.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.catalogue.Attribute;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.Permissions;
import io.glebe.core.catalogue.ValueType;
import io.glebe.core.json.Json;
import io.glebe.core.record.rule.draft.RuleInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that the rules return an outcome for any body and never throw an exception. */
class ArbitraryInputTest {
  private static final int BODIES = 2_000;

  /** Bodies of each list. */
  private static final int ROUNDS = 8;

  private static final List<String> SCRAPS =
      List.of(
          "null",
          "true",
          "0",
          "-1",
          "1.5",
          "1e399",
          "123456789012345678901234567890.5",
          "\"\"",
          "\" \"",
          "\"x\"",
          "\"'; drop table record; --\"",
          "\"\\u202e\\ud83d\\ude9c\"",
          "\"2026-02-30\"",
          "\"9999-12-31\"",
          "\"0000-00-00\"",
          "\"2026-05-04T05:30:00Z\"",
          "\"http://[\"",
          "\"urn:\"",
          "\"00000000-0000-0000-0000-000000000000\"",
          "[]",
          "{}",
          "[null]",
          "[[[]]]",
          "[1,\"a\",{}]",
          "{\"type\":\"Polygon\"}",
          "{\"type\":5,\"coordinates\":5}",
          "{\"type\":\"Polygon\",\"coordinates\":[[[1,2],[3],[]]]}",
          "{\"type\":\"Point\",\"coordinates\":[1e300,-1e300]}",
          "{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[0,0],[0,0],[0,0]]]}",
          "{\"type\":\"MultiPolygon\",\"coordinates\":[[],[[]],[[[]]]]}",
          "{\"$ref\":\"#\"}",
          "{\"$schema\":7,\"pattern\":\"(\"}",
          "{\"a~b/c\":{\"\":null}}",
          "[{\"entityType\":\"Farm\"}]",
          "[{\"entityType\":7,\"entityId\":[]}]",
          "[{\"nutrient\":\"N\",\"share\":\"x\"}]");

  @ParameterizedTest
  @EnumSource(RuleInput.Verb.class)
  void everyBodyGetsAnOutcome(RuleInput.Verb verb) {
    List<EntityType> types =
        Catalogue.standard().types().stream().filter(EntityType::writable).toList();
    RuleFixture bench = new RuleFixture(9);
    for (long seed = 1; seed <= BODIES; seed++) {
      Random random = new Random(seed);
      EntityType type = types.get(random.nextInt(types.size()));
      ObjectNode body = body(random, type, bench.samples.of(type.name()), verb);
      try {
        RuleOutcome verdict = bench.write(type.name(), bench.samples.id(type.name()), verb, body);
        assertThat(verdict).isNotNull();
      } catch (RuntimeException | StackOverflowError e) {
        fail("seed " + seed + ", " + verb + " " + type + " " + body, e);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(RuleInput.Verb.class)
  void everyListThatIsTooLongIsRefusedWhateverItsEntriesAre(RuleInput.Verb verb) {
    RuleFixture bench = new RuleFixture(9);
    bench.caller = RuleCallersFixture.holding(Permissions.standard().all());
    Random random = new Random(20_261_127);
    int lists = 0;
    for (EntityType type : Catalogue.standard().types()) {
      for (Attribute attribute : type.attributes().values()) {
        if (type.writable()
            && !attribute.readOnly()
            && attribute.type() instanceof ValueType.ListOf list) {
          lists++;
          for (int round = 0; round < ROUNDS; round++) {
            ObjectNode body =
                verb == RuleInput.Verb.PATCH ? Json.object() : bench.samples.of(type.name());
            body.set(attribute.name(), tooLong(random, list.maxItems()));
            RuleOutcome outcome =
                bench.write(type.name(), bench.samples.id(type.name()), verb, body);
            assertThat(outcome)
                .as("%s %s.%s", verb, type, attribute.name())
                .isInstanceOf(RuleOutcome.Refused.class);
          }
        }
      }
    }
    assertThat(lists).isGreaterThan(20);
  }

  /** Either the same value in each entry or others. */
  private static JsonNode tooLong(Random random, int maxItems) {
    boolean isSame = random.nextBoolean();
    JsonNode first = scrap(random);
    ArrayNode list = Json.array();
    for (int i = 0; i <= maxItems; i++) {
      list.add(isSame ? first : scrap(random));
    }
    return list;
  }

  private static ObjectNode body(
      Random random, EntityType type, ObjectNode sample, RuleInput.Verb verb) {
    ObjectNode body = verb == RuleInput.Verb.PATCH ? Json.object() : sample;
    List<String> names = new ArrayList<>(type.attributes().keySet());
    names.addAll(List.of("id", "originType", "createdAt", "@id", "@type", "unknown", "a/b~c", ""));
    int changes = 1 + random.nextInt(6);
    for (int i = 0; i < changes; i++) {
      body.set(names.get(random.nextInt(names.size())), scrap(random));
    }
    return body;
  }

  private static JsonNode scrap(Random random) {
    JsonNode scrap = Json.parse(SCRAPS.get(random.nextInt(SCRAPS.size())));
    return random.nextInt(5) == 0 ? Json.array().add(scrap).add(scrap) : scrap;
  }
}
