package io.glebe.core.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.jwk.JWK;
import io.glebe.core.body.KnownMembers;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.registry.manifest.PublicKeys;
import io.glebe.core.registry.manifest.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The attributes of a service, as a maintainer sends them.
 *
 * @param publicKey empty for a service with a secret
 */
record ServiceOrder(String name, String description, Optional<ObjectNode> publicKey) {
  private static final KnownMembers MEMBERS =
      KnownMembers.of("a service", "name", "description", "publicKey");
  private static final int MAX_NAME_CHARS = 120;
  private static final int MAX_DESCRIPTION_CHARS = 2000;

  /** The attributes in a body; a 422 problem with all faults. */
  static ServiceOrder read(ObjectNode body) {
    List<Violation> faults = new ArrayList<>(MEMBERS.faults(body, ""));
    String name = text(body, "name", 2, MAX_NAME_CHARS, faults);
    String description =
        body.has("description") ? text(body, "description", 0, MAX_DESCRIPTION_CHARS, faults) : "";
    Optional<ObjectNode> key =
        body.has("publicKey")
            ? PublicKeys.read(body.path("publicKey"), "/publicKey", faults).map(ServiceOrder::json)
            : Optional.empty();
    if (!faults.isEmpty()) {
      throw Problem.invalid(faults);
    }
    return new ServiceOrder(name, description, key);
  }

  private static ObjectNode json(JWK key) {
    return Json.parseObject(key.toJSONString());
  }

  private static String text(
      ObjectNode body, String member, int min, int max, List<Violation> faults) {
    JsonNode value = body.path(member);
    String text = value.isTextual() ? value.textValue().strip() : "";
    boolean name = member.equals("name");
    boolean visible = name ? VisibleText.isLine(text) : VisibleText.isLines(text);
    if (!value.isTextual() || text.length() < min || text.length() > max || !visible) {
      faults.add(
          Violation.at(
              value.isMissingNode() ? "required" : "length",
              "/" + member,
              "must be a text of %d to %d visible characters".formatted(min, max)));
    }
    return text;
  }
}
