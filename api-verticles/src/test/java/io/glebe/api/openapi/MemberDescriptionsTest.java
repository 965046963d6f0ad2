package io.glebe.api.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The descriptions of the members of all schemas of the published documents. */
class MemberDescriptionsTest {
  private static final Set<String> DATA = Set.of("example", "examples", "value", "info", "enum");

  private final List<ObjectNode> documents = Oas.documents();

  private final List<String> gaps = new ArrayList<>();
  private int members;

  @Test
  void everyMemberHasADescriptionOrRefersToAComponentThatHasOne() {
    documents.forEach(document -> visit(document, document, ""));
    assertThat(members).isGreaterThan(4_000);
    assertThat(gaps).isEmpty();
  }

  /** Every object with {@code properties} is a schema, except inside of data. */
  private void visit(JsonNode document, JsonNode node, String path) {
    if (node.path("properties").isObject() && isSchema(node)) {
      for (Map.Entry<String, JsonNode> member : node.path("properties").properties()) {
        members++;
        JsonNode described =
            member.getValue().has("description")
                ? member.getValue()
                : Oas.resolved(document, member.getValue());
        if (described.path("description").asText().isEmpty()) {
          gaps.add(path + "/" + member.getKey());
        }
      }
    }
    for (Map.Entry<String, JsonNode> each : node.properties()) {
      if (!DATA.contains(each.getKey())) {
        visit(document, each.getValue(), path + "/" + each.getKey());
      }
    }
    if (node.isArray()) {
      node.forEach(item -> visit(document, item, path));
    }
  }

  /** A member that is called properties has a schema as value and no list of schemas. */
  private static boolean isSchema(JsonNode node) {
    return node.path("properties").valueStream().allMatch(JsonNode::isObject);
  }

  @Test
  void everyTextBelongsToAMember() {
    Set<String> unused = new TreeSet<>(DescriptionTexts.members());
    documents.forEach(
        document -> {
          ObjectNode bare = document.deepCopy();
          withoutDescriptions(bare);
          unused.removeAll(MemberDescriptions.add(bare));
        });
    assertThat(unused).isEmpty();
  }

  private static void withoutDescriptions(JsonNode node) {
    if (node.path("description").isTextual()) {
      ((ObjectNode) node).remove("description");
    }
    node.forEach(MemberDescriptionsTest::withoutDescriptions);
  }
}
