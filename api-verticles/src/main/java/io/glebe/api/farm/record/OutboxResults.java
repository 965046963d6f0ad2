package io.glebe.api.farm.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.Reply;
import io.glebe.core.json.Json;
import io.glebe.core.memory.MemoryBudget;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.RetrySeconds;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The results of an outbox, as text. They count against the memory of the response. When they are
 * too long, {@link #refusal} refuses the remaining operations, which the client sends again.
 */
final class OutboxResults {
  /** Results up to this length are not counted. */
  private static final int SMALL = 64 * 1024;

  /** The results are held as text and as the body of the response. */
  private static final int COPIES = 2;

  private static final String START = "{\"results\":[";
  private static final String END = "]}";

  private final MemoryBudget.Lease memory;
  private final int maxCharacters;
  private final List<String> texts = new ArrayList<>();
  private long characters;
  private Optional<Problem> refusal = Optional.empty();

  /**
   * @param maxCharacters characters of the results after which no further operation is applied
   */
  OutboxResults(MemoryBudget.Lease memory, int maxCharacters) {
    this.maxCharacters = maxCharacters;
    this.memory = memory;
  }

  void add(ObjectNode result) {
    String text = Json.write(result);
    texts.add(text);
    characters += text.length() + 1;
    if (refusal.isEmpty() && characters > SMALL) {
      hold();
    }
  }

  private void hold() {
    boolean isTooLong = characters > maxCharacters;
    try {
      memory.hold(COPIES * characters);
    } catch (Problem noMemory) {
      isTooLong = true;
    }
    if (isTooLong) {
      refusal =
          Optional.of(
              Problem.of(
                      ProblemType.TOO_MANY_REQUESTS,
                      "the results of the operations before are long; send this one again")
                  .retryAfter(RetrySeconds.MEMORY));
    }
  }

  /** Why no further operation is applied. */
  Optional<Problem> refusal() {
    return refusal;
  }

  Reply reply() {
    Buffer body = Buffer.buffer((int) characters + START.length() + END.length());
    body.appendString(START);
    for (int i = 0; i < texts.size(); i++) {
      body.appendString(i == 0 ? "" : ",").appendString(texts.get(i));
    }
    return Reply.bytes(200, Json.MEDIA_TYPE, body.appendString(END));
  }
}
