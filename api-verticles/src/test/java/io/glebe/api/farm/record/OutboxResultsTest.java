package io.glebe.api.farm.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.glebe.api.http.Reply;
import io.glebe.core.json.Json;
import io.glebe.core.memory.MemoryBudget;
import org.junit.jupiter.api.Test;

class OutboxResultsTest {
  private static final int MEGABYTE = 1 << 20;

  private final MemoryBudget budget = new MemoryBudget("responses", 8 << 20, 8 << 20);
  private final MemoryBudget.Lease memory = budget.lease("client");
  private final OutboxResults results = new OutboxResults(memory, 16 << 20);

  private static ObjectNode result(int length) {
    ObjectNode result = Json.object().put("status", 200);
    return result.putRawValue("body", new RawValue("{\"name\":\"" + "a".repeat(length) + "\"}"));
  }

  private static JsonNode body(Reply reply) {
    return Json.parse(((Reply.Payload.Bytes) reply.payload()).buffer().getBytes());
  }

  @Test
  void shortResultsNeedNoMemory() {
    for (int i = 0; i < 100; i++) {
      results.add(result(10));
    }
    assertThat(results.refusal()).isEmpty();
    assertThat(budget.held()).isZero();
    assertThat(body(results.reply()).path("results"))
        .hasSize(100)
        .allSatisfy(each -> assertThat(each.at("/body/name").asText()).isEqualTo("aaaaaaaaaa"));
  }

  @Test
  void longResultsEndWhereTheMemoryOfTheCallerEnds() {
    int added = 0;
    while (results.refusal().isEmpty()) {
      results.add(result(MEGABYTE));
      added++;
    }
    assertThat(added).isEqualTo(4);
    assertThat(results.refusal().orElseThrow().status()).isEqualTo(429);
    assertThat(budget.held()).isBetween(6L * MEGABYTE, 8L * MEGABYTE);
    results.add(Json.object().put("status", 429));
    assertThat(body(results.reply()).path("results").findValuesAsText("status"))
        .containsExactly("200", "200", "200", "200", "429");
  }
}
