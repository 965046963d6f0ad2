package io.glebe.core.sensor.session;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.sensor.journal.JournalPosition;

/**
 * A message that was sent to a client and is not completely acknowledged.
 *
 * @param position of its event in the journal
 * @param part which of the messages of that event
 * @param packetId under which it was sent
 * @param received whether the client has it, and only its last acknowledgement is missing
 */
public record UnfinishedMessage(
    JournalPosition position, int part, int packetId, boolean received) {
  ObjectNode json() {
    return Json.object()
        .put("xid", position.xid())
        .put("seq", position.seq())
        .put("item", position.item())
        .put("part", part)
        .put("id", packetId)
        .put("received", received);
  }

  static UnfinishedMessage of(JsonNode json) {
    return new UnfinishedMessage(
        new JournalPosition(
            json.path("xid").longValue(),
            json.path("seq").longValue(),
            json.path("item").longValue()),
        json.path("part").intValue(),
        json.path("id").intValue(),
        json.path("received").booleanValue());
  }
}
