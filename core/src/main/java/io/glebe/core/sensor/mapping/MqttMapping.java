package io.glebe.core.sensor.mapping;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * What the topics and payloads of an account mean: {@code MqttMapping.parse(body, limits)}. The
 * first template that matches a topic counts.
 */
public final class MqttMapping {
  private final List<MessageTemplate> templates;
  private final ObjectNode document;

  private MqttMapping(List<MessageTemplate> templates, ObjectNode document) {
    this.templates = List.copyOf(templates);
    this.document = document.deepCopy();
  }

  /** A topic of the mapping. */
  record MappedTopic(MessageTemplate template, Map<String, String> variables) {
    /** The values of a message with this topic. */
    List<MappedValue> read(JsonNode payload, Instant arrival, int most) {
      return template.read(variables, payload, arrival, most);
    }
  }

  /** Parses a mapping; 422 with all its faults. */
  public static MqttMapping parse(ObjectNode document, MappingLimits limits) {
    return new MqttMapping(MappingBody.templates(document, limits), document);
  }

  /** The mapping as it was sent. */
  public ObjectNode document() {
    return document.deepCopy();
  }

  /** The meaning of a topic, if it has one. */
  Optional<MappedTopic> match(String topic) {
    List<String> levels = TopicTemplate.levels(topic);
    if (levels.isEmpty()) {
      return Optional.empty();
    }
    for (MessageTemplate template : templates) {
      Optional<Map<String, String>> variables = template.topic().match(levels);
      if (variables.isPresent()) {
        return Optional.of(new MappedTopic(template, variables.get()));
      }
    }
    return Optional.empty();
  }

  /** The farms of the templates, each at the place of its template. */
  List<Optional<UUID>> farms() {
    return templates.stream().map(MessageTemplate::farm).toList();
  }
}
