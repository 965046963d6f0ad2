package io.glebe.api.alarm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.alarm.webhook.Severity;

/** JSON Schemas of the browsers that are notified of alarms. */
final class SubscriptionSchemas {
  private static final int MAX_ENDPOINT = 500;
  private static final int MAX_KEY = 100;
  private static final int MAX_LANGUAGE = 30;

  private SubscriptionSchemas() {}

  static ObjectNode order() {
    ObjectNode keys =
        Members.of("AlarmSubscriptionKeys", "The keys of a browser's push subscription")
            .must("p256dh", Schemas.text(MAX_KEY))
            .must("auth", Schemas.text(MAX_KEY))
            .only()
            .schema();
    return Members.of("AlarmSubscriptionOrder", "A browser that is to be notified of alarms")
        .must("endpoint", Schemas.text(MAX_ENDPOINT))
        .may("expirationTime", Schemas.orNull(Schemas.number()))
        .must("keys", keys)
        .may("minimumSeverity", Schemas.word(Severity.names()))
        .may("language", Schemas.text(MAX_LANGUAGE))
        .only()
        .schema();
  }

  static ObjectNode subscription() {
    return Members.of("AlarmSubscription", "A browser of the caller that is notified of alarms")
        .must("id", Schemas.uuid())
        .must("farmId", Schemas.uuid())
        .must("endpoint", Schemas.text())
        .must("minimumSeverity", Schemas.word(Severity.names()))
        .must("language", Schemas.text())
        .must("createdAt", Schemas.time())
        .schema();
  }

  static ObjectNode list() {
    return Members.of("AlarmSubscriptionList", "The browsers of the caller for a farm")
        .must("items", Schemas.list(subscription()))
        .may("publicKey", Schemas.text())
        .schema();
  }
}
