package io.glebe.api.farm;

import static io.glebe.api.farm.RecordEndpointsClient.field;
import static io.glebe.api.farm.RecordEndpointsClient.get;
import static io.glebe.api.farm.RecordEndpointsClient.ok;
import static io.glebe.api.farm.RecordEndpointsClient.refused;
import static io.glebe.api.farm.RecordEndpointsClient.send;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

/** The boundaries that a field had before. */
class FieldBoundariesTest {
  private static String square(int size) {
    return ("{'type': 'Polygon', 'coordinates': [[[15, 46], [15.0%d, 46], [15.0%d, 46.0%d],"
            + " [15, 46.0%d], [15, 46]]]}")
        .formatted(size, size, size, size);
  }

  private static JsonNode reshape(TestFarm farm, String field, int size) {
    return ok(
        send(
            "PATCH",
            "/v1/farms/" + farm.farm + "/fields/" + field,
            "{'geometry': " + square(size) + "}"));
  }

  @Test
  void aFieldKeepsTheBoundariesThatItHad() {
    TestFarm farm = new TestFarm("owner");
    String field = field(farm.farm, "Terrace");
    String path = "/v1/fields/" + field + "/boundaries";
    JsonNode created = ok(get("/v1/fields/" + field));
    assertThat(ok(get(path)).path("items")).isEmpty();
    JsonNode second = reshape(farm, field, 2);
    ok(send("PATCH", "/v1/farms/" + farm.farm + "/fields/" + field, "{'name': 'Upper terrace'}"));
    JsonNode third = reshape(farm, field, 3);

    JsonNode page = ok(get(path));
    assertThat(page.path("items")).hasSize(2);
    JsonNode newest = page.at("/items/0");
    JsonNode oldest = page.at("/items/1");
    assertThat(oldest.path("geometry")).isEqualTo(created.path("geometry"));
    assertThat(oldest.path("startsAt")).isEqualTo(created.path("createdAt"));
    assertThat(oldest.path("endsAt")).isEqualTo(second.path("updatedAt"));
    assertThat(newest.path("geometry")).isEqualTo(second.path("geometry"));
    assertThat(newest.path("startsAt")).isEqualTo(oldest.path("endsAt"));
    assertThat(newest.path("endsAt")).isEqualTo(third.path("updatedAt"));
    assertThat(newest.path("recordVersion").asInt()).as("after the new name").isEqualTo(3);
    assertThat(page.path("hasMore").asBoolean()).isFalse();
  }

  @Test
  void pagesFollowEachOther() {
    TestFarm farm = new TestFarm("owner");
    String field = field(farm.farm, "Terrace");
    String path = "/v1/fields/" + field + "/boundaries?limit=1";
    reshape(farm, field, 2);
    reshape(farm, field, 3);
    JsonNode first = ok(get(path));
    assertThat(first.path("items")).hasSize(1);
    assertThat(first.path("hasMore").asBoolean()).isTrue();
    JsonNode second = ok(get(path + "&cursor=" + first.path("nextCursor").asText()));
    assertThat(second.path("items")).hasSize(1);
    assertThat(second.path("hasMore").asBoolean()).isFalse();
    assertThat(second.at("/items/0/recordVersion").asInt())
        .isLessThan(first.at("/items/0/recordVersion").asInt());
    String other = field(farm.farm, "Other");
    refused(
        get("/v1/fields/" + other + "/boundaries?cursor=" + first.path("nextCursor").asText()),
        400,
        "malformed-request");
  }

  @Test
  void onlyTheLastHundredAreKept() {
    TestFarm farm = new TestFarm("owner");
    String field = field(farm.farm, "Terrace");
    for (int i = 1; i <= 103; i++) {
      reshape(farm, field, i % 8 + 1);
    }
    JsonNode page = ok(get("/v1/fields/" + field + "/boundaries?limit=1000"));
    assertThat(page.path("items")).hasSize(100);
    assertThat(page.at("/items/0/recordVersion").asInt()).isEqualTo(103);
  }

  @Test
  void whoMayNotReadTheFieldSeesNoBoundary() {
    TestFarm farm = new TestFarm("owner");
    String field = field(farm.farm, "Terrace");
    reshape(farm, field, 2);
    new TestFarm("worker"); // who works on another farm
    String path = "/v1/fields/" + field + "/boundaries";
    refused(TestFarm.send("worker", "GET", path, ""), 403, "forbidden");
    refused(TestFarm.send("stranger", "GET", path, ""), 403, "forbidden");
    refused(get("/v1/fields/00000000-0000-4000-8000-00000000dead/boundaries"), 404, "not-found");
  }
}
