package io.glebe.mqtt.ingest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.SubjectId;
import io.glebe.core.json.Json;
import io.glebe.core.sensor.device.RefusedMessages;
import java.time.Instant;
import java.util.Locale;

/**
 * A message that was refused, as its account is told.
 *
 * @param account that published it
 * @param topic of the message, without control characters
 * @param detail why, without control characters
 */
public record Refusal(
    SubjectId account, String topic, MessageOutcome outcome, String detail, Instant at) {
  private static final int MAX_TOPIC_CHARACTERS = 256;
  private static final int MAX_DETAIL_CHARACTERS = 2_000;

  static Refusal of(Ingestion.Message message, MessageOutcome outcome, String detail) {
    return new Refusal(
        message.caller().subjectId(),
        shown(message.topic(), MAX_TOPIC_CHARACTERS),
        outcome,
        shown(detail, MAX_DETAIL_CHARACTERS),
        Instant.now());
  }

  /** A text of a client in a form that one line of a log and the database hold. */
  static String shown(String text, int most) {
    StringBuilder shown = new StringBuilder();
    text.codePoints().limit(most).forEach(c -> shown.appendCodePoint(isShown(c) ? c : '?'));
    return shown.toString();
  }

  /** A half of a surrogate pair alone is no character. */
  private static boolean isShown(int c) {
    return !Character.isISOControl(c) && Character.getType(c) != Character.SURROGATE;
  }

  private String reason() {
    return outcome.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the message as it is counted for its account. */
  RefusedMessages.Message counted() {
    return new RefusedMessages.Message(account.subject(), reason(), topic, detail, at);
  }

  /** Returns the payload for the subscribers of the account. */
  public byte[] json() {
    ObjectNode json = Json.object().put("time", at.toString()).put("topic", topic);
    json.put("reason", reason());
    json.put("reasonCode", Byte.toUnsignedInt(outcome.reason()));
    return Json.bytes(json.put("detail", detail));
  }
}
