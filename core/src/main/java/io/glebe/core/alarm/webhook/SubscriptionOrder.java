package io.glebe.core.alarm.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.alarm.push.BrowserKeys;
import io.glebe.core.body.KnownMembers;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** A subscription as a browser gives it ({@code PushSubscription.toJSON()}), with choices. */
record SubscriptionOrder(String endpoint, BrowserKeys keys, Severity minimum, String language) {
  private static final KnownMembers MEMBERS =
      KnownMembers.of(
          "a subscription", "endpoint", "expirationTime", "keys", "minimumSeverity", "language");
  private static final KnownMembers KEYS = KnownMembers.of("the keys", "p256dh", "auth");
  private static final Pattern LANGUAGE = Pattern.compile("[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}");

  /** The order in a body; a 422 problem with all faults. */
  static SubscriptionOrder of(ObjectNode body, WebhookAddress addresses) {
    List<Violation> faults = new ArrayList<>(MEMBERS.faults(body, ""));
    String endpoint = body.path("endpoint").asText();
    addresses
        .fault(body.path("endpoint").isTextual() ? endpoint : "")
        .ifPresent(fault -> faults.add(Violation.at("format", "/endpoint", fault)));
    JsonNode expiration = body.path("expirationTime");
    if (!expiration.isMissingNode() && !expiration.isNull() && !expiration.isNumber()) {
      faults.add(Violation.at("type", "/expirationTime", "must be a number or null"));
    }
    JsonNode keys = body.path("keys");
    if (keys.isObject()) {
      faults.addAll(KEYS.faults(keys, "/keys"));
    }
    Optional<byte[]> point = BrowserKeys.point(keys.path("p256dh").asText());
    if (point.isEmpty()) {
      faults.add(
          Violation.at(
              "format", "/keys/p256dh", "must be a point of the curve P-256 in base64url"));
    }
    Optional<byte[]> secret = BrowserKeys.secret(keys.path("auth").asText());
    if (secret.isEmpty()) {
      faults.add(Violation.at("format", "/keys/auth", "must be 16 bytes in base64url"));
    }
    Severity minimum = WebhookOrder.severity(body, faults);
    String language = body.path("language").asText("en");
    if (body.has("language") && !isLanguage(body.path("language"))) {
      faults.add(Violation.at("format", "/language", "must be a language tag such as en"));
    }
    if (point.isEmpty() || secret.isEmpty() || !faults.isEmpty()) {
      throw Problem.invalid(faults);
    }
    return new SubscriptionOrder(
        endpoint, new BrowserKeys(point.get(), secret.get()), minimum, language);
  }

  private static boolean isLanguage(JsonNode value) {
    return value.isTextual() && LANGUAGE.matcher(value.textValue()).matches();
  }
}
