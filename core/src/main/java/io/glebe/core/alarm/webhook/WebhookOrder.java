package io.glebe.core.alarm.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.body.KnownMembers;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.registry.manifest.VisibleText;
import java.util.ArrayList;
import java.util.List;

/** A webhook as it is ordered. */
record WebhookOrder(String name, String url, Severity minimum) {
  private static final int MAX_NAME = 200;
  private static final KnownMembers MEMBERS =
      KnownMembers.of("a webhook", "name", "url", "minimumSeverity");

  /** The order in a body; a 422 problem with all faults. */
  static WebhookOrder of(ObjectNode body, WebhookAddress addresses) {
    List<Violation> faults = new ArrayList<>(MEMBERS.faults(body, ""));
    String name = text(body.path("name"));
    if (name.isEmpty() || name.length() > MAX_NAME || !VisibleText.isLines(name)) {
      faults.add(Violation.at("length", "/name", "must be a text of 1 to 200 visible characters"));
    }
    String url = body.path("url").isTextual() ? body.path("url").textValue() : "";
    addresses.fault(url).ifPresent(fault -> faults.add(Violation.at("format", "/url", fault)));
    Severity minimum = severity(body, faults);
    if (!faults.isEmpty()) {
      throw Problem.invalid(faults);
    }
    return new WebhookOrder(name, url, minimum);
  }

  /** The member {@code minimumSeverity}; adds a fault where it is none. */
  static Severity severity(ObjectNode body, List<Violation> faults) {
    JsonNode severity = body.path("minimumSeverity");
    if (severity.isMissingNode()) {
      return Severity.INFO;
    }
    if (!Severity.names().contains(severity.textValue())) {
      faults.add(
          Violation.at(
              "enum", "/minimumSeverity", "must be one of " + String.join(", ", Severity.names())));
      return Severity.INFO;
    }
    return Severity.valueOf(severity.textValue());
  }

  private static String text(JsonNode value) {
    return value.isTextual() ? value.textValue().strip() : "";
  }
}
