package io.glebe.api.alarm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.alarm.webhook.Severity;
import io.glebe.core.alarm.webhook.Webhook;
import io.glebe.core.host.WebAddress;
import java.util.Arrays;

/** JSON Schemas of webhooks and of the messages to them. */
final class WebhookSchemas {
  private static final int MAX_NAME = 200;

  private WebhookSchemas() {}

  private static ObjectNode severity() {
    return Schemas.word(Severity.names());
  }

  static ObjectNode order() {
    return Members.of("AlarmWebhookOrder", "A webhook that is to be made")
        .must("name", Schemas.text(MAX_NAME))
        .must("url", Schemas.text(WebAddress.MAX_CHARS))
        .may("minimumSeverity", severity())
        .only()
        .schema();
  }

  private static Members members(String name, String description) {
    return Members.of(name, description)
        .must("id", Schemas.uuid())
        .must("farmId", Schemas.uuid())
        .must("name", Schemas.text())
        .must("url", Schemas.text())
        .must("minimumSeverity", severity())
        .must("createdAt", Schemas.time())
        .may("createdByUserId", Schemas.uuid())
        .must("waiting", Schemas.integer())
        .must("refused", Schemas.integer());
  }

  static ObjectNode webhook() {
    return members("AlarmWebhook", "An address that gets messages about the alarm events of a farm")
        .schema();
  }

  static ObjectNode made() {
    return members("NewAlarmWebhook", "A new webhook with its secret, shown once")
        .must("secret", Schemas.text())
        .schema();
  }

  static ObjectNode list() {
    return Members.of("AlarmWebhookList", "The webhooks of a farm")
        .must("items", Schemas.list(webhook()))
        .schema();
  }

  static ObjectNode test() {
    return Members.of("AlarmWebhookTest", "A test message that waits")
        .must("id", Schemas.uuid())
        .schema();
  }

  static ObjectNode deliveries() {
    ObjectNode one =
        Members.of("AlarmWebhookDelivery", "A message to a webhook")
            .must("id", Schemas.uuid())
            .may("alarmEventId", Schemas.uuid())
            .must("type", Schemas.word("alarm.started", "alarm.ended", "alarm.test"))
            .must(
                "state",
                Schemas.word(
                    Arrays.stream(Webhook.DeliveryState.values()).map(Enum::name).toList()))
            .must("attempts", Schemas.integer())
            .must("createdAt", Schemas.time())
            .may("nextAttemptAt", Schemas.time())
            .may("endedAt", Schemas.time())
            .may("lastStatus", Schemas.integer())
            .may("lastFailure", Schemas.text())
            .schema();
    return Members.page("AlarmWebhookDeliveryPage", "Messages to a webhook", one);
  }
}
