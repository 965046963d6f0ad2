package io.glebe.api.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.time.Instant;
import java.util.Optional;

/**
 * The content of a session as it is stored, encrypted.
 *
 * @param csrf the value that the console's own pages send back with every change
 */
record SessionContent(ConsoleSession.Person person, String csrf, LoginTokens tokens) {
  /** The content with renewed tokens. */
  SessionContent with(LoginTokens next) {
    return new SessionContent(person, csrf, next);
  }

  String text() {
    ObjectNode json =
        Json.object()
            .put("subject", person.subject())
            .put("name", person.name())
            .put("csrf", csrf)
            .put("access", tokens.access())
            .put("until", tokens.until().toEpochMilli());
    person.sid().ifPresent(sid -> json.put("sid", sid));
    tokens.refresh().ifPresent(refresh -> json.put("refresh", refresh));
    tokens.id().ifPresent(id -> json.put("id", id));
    return Json.write(json);
  }

  static SessionContent parse(String text) {
    ObjectNode json = Json.parseObject(text);
    return new SessionContent(
        new ConsoleSession.Person(
            json.path("subject").asText(), text(json, "sid"), json.path("name").asText()),
        json.path("csrf").asText(),
        new LoginTokens(
            json.path("access").asText(),
            Instant.ofEpochMilli(json.path("until").asLong()),
            text(json, "refresh"),
            text(json, "id")));
  }

  private static Optional<String> text(ObjectNode json, String member) {
    JsonNode value = json.path(member);
    return value.isTextual() ? Optional.of(value.textValue()) : Optional.empty();
  }

  /** Contains no tokens, because they are secrets. */
  @Override
  public String toString() {
    return "SessionContent[]";
  }
}
