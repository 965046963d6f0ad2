package io.glebe.api.partner;

import static io.glebe.api.partner.PartnerPerson.ok;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.json.NameUuids;
import java.net.http.HttpResponse;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The records that an import changes when other users have prepared similar records. */
class ImportTargetTest {
  private static final String ONE_FARM =
      "{'organizations': [{'id': 'org-1', 'farms': [{'id': 'farm-12'}]}]}";

  private final PartnerPerson person = new PartnerPerson();
  private final PartnerPerson other = new PartnerPerson();
  private final UUID organization = UUID.randomUUID();
  private final UUID farm = UUID.randomUUID();

  /** Creates records of another user with the partner's identifiers. */
  private void prepare() {
    put(
        "organizations",
        organization,
        "'name': 'Like yours', 'externalId': 'org-1', 'externalProvider': 'partner'");
    put(
        "farms",
        farm,
        "'name': 'Like yours', 'externalId': 'farm-12', 'externalProvider': 'partner', 'timezone':"
            + " 'UTC', 'defaultCurrency': 'EUR', 'organizationId': '"
            + organization
            + "'");
  }

  private void put(String collection, UUID id, String members) {
    HttpResponse<String> made =
        other.send(
            "PUT",
            "/v1/" + collection + "/" + id,
            "{'id': '" + id + "', 'originType': 'USER', " + members + "}");
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
  }

  private void add() {
    String user = "{'email': '" + person.email + "', 'role': 'OWNER'}";
    HttpResponse<String> added = other.send("POST", "/v1/farms/" + farm + "/users", user);
    assertThat(added.statusCode()).as(added.body()).isEqualTo(201);
  }

  private static JsonNode line(ObjectNode report, String id) {
    for (JsonNode line : report.path("records")) {
      if (line.path("externalId").asText().equals(id)) {
        return line;
      }
    }
    throw new AssertionError(id + " is not in " + report);
  }

  private int fieldsThere() {
    return other.get("/v1/fields?farmId=" + farm).path("items").size();
  }

  private static String into(String organization, String farm) {
    return "{'organizations': [{'id': 'org-1'%s, 'farms': [{'id': 'farm-12', 'into': '%s'}]}]}"
        .formatted(organization, farm);
  }

  @Test
  void anImportIgnoresAPreparedFarmOfAnotherUser() {
    prepare();
    add();
    person.connect();
    for (boolean dryRun : new boolean[] {true, false}) {
      ObjectNode report = ok(person.run(ONE_FARM, dryRun));
      for (String id : new String[] {"org-1", "farm-12"}) {
        assertThat(line(report, id).path("outcome").asText()).isEqualTo("CREATED");
      }
      assertThat(line(report, "org-1").path("others").path(0).asText())
          .isEqualTo(organization.toString());
      assertThat(line(report, "farm-12").path("others").path(0).asText())
          .isEqualTo(farm.toString());
    }
    assertThat(fieldsThere()).isZero();
    assertThat(ok(person.run(ONE_FARM, false)).path("unchanged").asInt()).isEqualTo(5);
    String whole = "{'organizations': [{'id': 'org-1'}]}";
    ok(person.run(whole, false));
    assertThat(other.get("/v1/farms?organizationId=" + organization).path("items")).hasSize(1);
  }

  @Test
  void anImportIgnoresARecordWithTheIdOfAnEarlierImport() {
    person.connect();
    ObjectNode dryRunResult = ok(person.run(ONE_FARM, true));
    String foreseen = line(dryRunResult, "org-1").path("id").asText();
    UUID plain = NameUuids.v5(person.user, "partner\nOrganization\n\norg-1");
    assertThat(foreseen).as("nobody else can know it").isNotEqualTo(plain.toString());
    put("organizations", plain, "'name': 'x'");
    assertThat(line(ok(person.run(ONE_FARM, false)), "org-1").path("id").asText())
        .isEqualTo(foreseen);
  }

  @Test
  void anImportWithSeveralPossibleFarmsAsksForTheFarm() {
    prepare();
    add();
    person.connect();
    HttpResponse<String> task =
        person.send("POST", "/v1/activities", "{'name': 'x', 'farmId': '" + farm + "'}");
    assertThat(task.statusCode()).as(task.body()).isEqualTo(201);
    for (boolean dryRun : new boolean[] {true, false}) {
      HttpResponse<String> response = person.run(ONE_FARM, dryRun);
      assertThat(response.statusCode()).as(response.body()).isEqualTo(409);
      assertThat(Json.parseObject(response.body()).path("detail").asText())
          .contains(farm.toString())
          .contains("into");
    }
    assertThat(fieldsThere()).isZero();
    ObjectNode report = ok(person.run(into("", farm.toString()), false));
    assertThat(line(report, "farm-12").path("outcome").asText()).isEqualTo("UPDATED");
    assertThat(fieldsThere()).isEqualTo(3);
    assertThat(person.made("organizations")).as("the farm has one").isZero();
    ObjectNode own = ok(person.run(into("", "own"), false));
    assertThat(line(own, "farm-12").path("outcome").asText()).isEqualTo("CREATED");
    assertThat(ok(person.run(ONE_FARM, false)).path("created").asInt()).isZero();
  }

  @Test
  void aSelectedTargetMustExistBeAccessibleAndHaveNoOtherSource() {
    prepare();
    person.connect();
    assertThat(person.run(into("", farm.toString()), false).statusCode()).isEqualTo(403);
    assertThat(person.run(into("", "other"), false).statusCode()).isEqualTo(422);
    add();
    String wrong =
        "{'organizations': [{'id': 'org-1', 'farms': [{'id': 'farm-11', 'into': '%s'}]}]}";
    HttpResponse<String> refused = person.run(wrong.formatted(farm), false);
    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(422);
    assertThat(Json.parseObject(refused.body()).path("violations").path(0).path("pointer").asText())
        .isEqualTo("/organizations/0/farms/0/into");
  }
}
