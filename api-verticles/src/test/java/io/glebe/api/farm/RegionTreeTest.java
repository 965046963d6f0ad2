package io.glebe.api.farm;

import static io.glebe.api.farm.RecordEndpointsClient.defaultRegion;
import static io.glebe.api.farm.RecordEndpointsClient.field;
import static io.glebe.api.farm.RecordEndpointsClient.get;
import static io.glebe.api.farm.RecordEndpointsClient.header;
import static io.glebe.api.farm.RecordEndpointsClient.ok;
import static io.glebe.api.farm.RecordEndpointsClient.refused;
import static io.glebe.api.farm.RecordEndpointsClient.region;
import static io.glebe.api.farm.RecordEndpointsClient.send;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.json.Json;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RegionTreeTest {
  private static final TestFarm FARM = new TestFarm("owner");

  private static List<String> ids(JsonNode list) {
    List<String> ids = new ArrayList<>();
    list.forEach(item -> ids.add(item.path("id").asText()));
    return ids;
  }

  @Test
  void aPlainListIsAPageAndATree() {
    TestFarm farm = new TestFarm("owner");
    String field = field(farm.farm, "Hill");
    String west = region("'fieldId': '" + field + "', 'name': 'West'");
    String east = region("'fieldId': '" + field + "', 'name': 'East', 'kind': 'ROW'");
    String plot = region("'parentRegionId': '" + west + "', 'name': 'Plot'");
    String list = "/v1/regions?farmId=" + farm.farm;
    JsonNode answer = ok(get(list));
    assertThat(ids(answer.path("items"))).containsExactly(defaultRegion(field), west, east, plot);
    assertThat(answer.path("items").path(1).has("children")).isFalse();
    JsonNode tree = answer.path("tree");
    assertThat(ids(tree)).containsExactly(defaultRegion(field), east, west);
    assertThat(tree.path(2).path("field").path("name").asText()).isEqualTo("Hill");
    assertThat(ids(tree.path(2).path("children"))).containsExactly(plot);
    assertThat(tree.at("/2/children/0/children").isArray()).isTrue();
    assertThat(tree.at("/2/children/0").has("field")).isFalse();
    for (String flat : List.of("&limit=2", "&view=flat", "&updatedAfter=2020-01-01T00:00:00Z")) {
      assertThat(ok(get(list + flat)).has("tree")).as(flat).isFalse();
    }
    JsonNode one = ok(get(list + "&limit=1&view=tree"));
    assertThat(one.path("items")).hasSize(1);
    assertThat(one.path("tree")).isEqualTo(tree);
    assertThat(ok(get(list, "Accept", "application/ld+json")).has("tree")).isFalse();
    JsonNode plots = ok(get("/v1/regions?parentRegionId=" + west));
    assertThat(ids(plots.path("items"))).containsExactly(plot);
    assertThat(ids(plots.path("tree"))).containsExactly(west);
    assertThat(ids(plots.at("/tree/0/children"))).containsExactly(plot);
    refused(get("/v1/regions?colour=red"), 400, "malformed-request");
    refused(get("/v1/regions?view=wood"), 400, "malformed-request");
  }

  @Test
  void twentyThousandRegionsAreSentAsOneStream() {
    TestFarm farm = new TestFarm("owner");
    String field = field(farm.farm, "Mosaic");
    TestPlatform.shared()
        .platform()
        .infrastructure()
        .database()
        .query(
            "insert into record.regions (id, farm_id, organization_id, doc, bbox, version,"
                + " origin_type, created_at, updated_at) select gen_random_uuid(), r.farm_id,"
                + " r.organization_id, r.doc || jsonb_build_object('isDefault', false, 'name',"
                + " 'Cell ' || n), r.bbox, 1, 'SYSTEM', r.created_at, r.updated_at from"
                + " record.regions r, generate_series(1, 19999) n where r.farm_id = $1",
            farm.farm)
        .await();
    HttpResponse<String> answer = get("/v1/regions?view=tree&limit=1&farmId=" + farm.farm);
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(header(answer, "Content-Length")).as("written as it is read").isEmpty();
    JsonNode page = Json.stored(answer.body());
    assertThat(page.path("items")).hasSize(1);
    assertThat(page.path("tree")).hasSize(20_000);
    assertThat(ids(page.path("tree"))).doesNotHaveDuplicates().startsWith(defaultRegion(field));
    TestPlatform.shared()
        .platform()
        .infrastructure()
        .database()
        .query(
            "delete from record.regions where farm_id = $1 and id <> $2",
            farm.farm,
            UUID.fromString(defaultRegion(field)))
        .await();
  }

  @Test
  void aRegionIsReadWithAllRegionsBelowIt() throws Exception {
    String field = field(FARM.farm, "Deep");
    String parent = region("'fieldId': '" + field + "', 'name': '1'");
    String top = parent;
    for (int level = 2; level <= 64; level++) {
      parent = region("'parentRegionId': '" + parent + "', 'name': '" + level + "'");
    }
    HttpResponse<String> read = get("/v1/regions/" + top);
    assertThat(read.statusCode()).isEqualTo(200);
    JsonNode node = new ObjectMapper().readTree(read.body()); // nested deeper than a body may be
    assertThat(node.path("fieldId").asText()).isEqualTo(field);
    assertThat(node.path("field").path("id").asText()).isEqualTo(field);
    int depth = 1;
    for (; node.path("children").size() == 1; node = node.path("children").get(0)) {
      depth++;
    }
    assertThat(depth).isEqualTo(64);
    assertThat(node.path("children").isArray()).isTrue();
    assertThat(header(read, "Cache-Control")).isEqualTo("no-store");
    assertThat(ok(get("/v1/regions/" + top + "?view=record")).has("children")).isFalse();
    refused(
        send(
            "POST",
            "/v1/regions",
            "{'parentRegionId': '" + parent + "', 'geometry': " + RecordEndpointsClient.PART + "}"),
        422,
        "invalid-record");
    refused(
        send("PATCH", "/v1/regions/" + top, "{'parentRegionId': '" + parent + "'}"),
        422,
        "invalid-record");
    refused(
        send("POST", "/v1/regions", "{'geometry': " + RecordEndpointsClient.PART + "}"),
        422,
        "invalid-record");
    refused(get("/v1/regions/" + UUID.randomUUID()), 404, "not-found");
    new TestFarm("neighbour");
    refused(TestFarm.send("neighbour", "GET", "/v1/regions/" + top, ""), 403, "forbidden");
  }

  @Test
  void labelsOfTagsAreInTheRequestedLanguage() {
    String own = "urn:test:" + UUID.randomUUID();
    String maize = "http://aims.fao.org/aos/agrovoc/c_12332";
    String unknown = "https://vocabulary.example/" + UUID.randomUUID() + "#thistle";
    String field = field(FARM.farm, "Tagged");
    String outer =
        region("'fieldId': '" + field + "', 'conceptUris': ['" + maize + "', '" + own + "']");
    region(
        "'parentRegionId': '" + outer + "', 'conceptUris': ['" + maize + "', '" + unknown + "']");
    UUID mapping = UUID.randomUUID();
    TestFarm.system(
        "CodeMapping",
        mapping,
        "{'conceptUri': '"
            + own
            + "', 'codeScheme': 'TEST', 'code': 'X', 'label': 'Own', 'language':"
            + " 'en'}");
    String path = "/v1/regions/" + outer + "/vocab-labels";
    JsonNode items = ok(get(path, "Accept-Language", "sl, en;q=0.5")).path("items");
    assertThat(items)
        .extracting(i -> i.path("uri").asText() + " " + i.path("label").asText() + i.path("count"))
        .containsExactly(maize + " koruza2", unknown + " thistle1", own + " Own1");
    JsonNode first = ok(get(path + "?limit=2"));
    assertThat(first.path("hasMore").asBoolean()).isTrue();
    assertThat(first.at("/items/0/label").asText()).isEqualTo("maize");
    JsonNode rest = ok(get(path + "?limit=2&cursor=" + first.path("nextCursor").asText()));
    assertThat(rest.at("/items/0/uri").asText()).isEqualTo(own);
    assertThat(rest.path("hasMore").asBoolean()).isFalse();
    String all = "/v1/regions/vocab-labels?limit=1000";
    assertThat(ok(get(all)).path("items"))
        .filteredOn(i -> i.path("uri").asText().equals(own))
        .extracting(i -> i.path("count").asInt())
        .containsExactly(1);
    new TestFarm("neighbour");
    assertThat(ok(TestFarm.send("neighbour", "GET", all, "")).path("items"))
        .filteredOn(i -> i.path("uri").asText().equals(own))
        .extracting(i -> i.path("count").asInt())
        .containsExactly(0);
    refused(TestFarm.send("neighbour", "GET", path, ""), 403, "forbidden");
    refused(TestFarm.send("stranger", "GET", all, ""), 403, "forbidden");
    refused(get(path + "?cursor=x"), 400, "malformed-request");
    refused(get(path + "?colour=red"), 400, "malformed-request");
  }
}
