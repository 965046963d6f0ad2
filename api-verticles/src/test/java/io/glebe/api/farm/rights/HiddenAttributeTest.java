package io.glebe.api.farm.rights;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.farm.TestFarm;
import io.glebe.core.json.Json;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A write with a guessed value of a hidden attribute does not reveal whether the guess was right.
 */
class HiddenAttributeTest {
  private static final UUID HIDDEN = UUID.randomUUID();
  private static final UUID STRANGE = UUID.randomUUID();
  private static final TestFarm FARM = new TestFarm("manager");
  private static final FarmPerson GUESSER = new FarmPerson().on(FARM, "OWNER");
  private static final FarmPerson PERSON;

  static {
    for (UUID organization : List.of(HIDDEN, STRANGE)) {
      TestFarm.system("Organization", organization, "{'name': 'Elsewhere'}");
    }
    PERSON =
        new FarmPerson(
            "'organizationIds': ['%s', '%s'], 'phone': '+38640123456', 'x-note': 'one'"
                .formatted(FARM.organization, HIDDEN));
    PERSON.on(FARM, "WORKER");
  }

  private static void sameAnswer(String right, String wrong) {
    HttpResponse<String> hit = guess(right);
    HttpResponse<String> miss = guess(wrong);
    assertThat(hit.statusCode()).as(hit.body()).isEqualTo(403).isEqualTo(miss.statusCode());
    assertThat(reported(hit)).isEqualTo(reported(miss));
  }

  private static HttpResponse<String> guess(String patch) {
    return GUESSER.send("PATCH", "/v1/users/" + PERSON.id, patch);
  }

  /** The response without the id of the request. */
  private static String reported(HttpResponse<String> answer) {
    var reported = Json.parseObject(answer.body());
    reported.remove("instance");
    return reported.toString();
  }

  @Test
  void aGuessedAddressSubjectNumberOrNoteIsNotConfirmed() {
    sameAnswer("{'email': '" + PERSON.email + "'}", "{'email': 'x@glebe.example'}");
    sameAnswer("{'subject': '" + PERSON.subject + "'}", "{'subject': 'x'}");
    sameAnswer("{'phone': '+38640123456'}", "{'phone': '+38640123457'}");
    sameAnswer("{'status': 'ACTIVE'}", "{'status': 'DISABLED'}");
    sameAnswer("{'x-note': 'one'}", "{'x-note': 'two'}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"phone", "timezone", "x-note", "x-other"})
  void theExistenceOfAnAttributeIsNotConfirmed(String name) {
    HttpResponse<String> answer = guess("{'" + name + "': null}");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(403);
  }

  @Test
  void guessedMembershipsInOtherOrganizationsAreNotConfirmed() {
    String own = FARM.organization.toString();
    sameAnswer(
        "{'organizationIds': ['%s', '%s']}".formatted(own, HIDDEN),
        "{'organizationIds': ['%s', '%s']}".formatted(own, STRANGE));
  }

  @Test
  void aRequestWithTheCallersOrganizationGivesNoMoreInformation() {
    TestFarm far = new TestFarm("neighbour");
    FarmPerson stranger = new FarmPerson().on(far, "OWNER");
    String patch = "{'organizationIds': ['%s'], 'email': '%s'}";
    for (String email : List.of(PERSON.email, "x@glebe.example")) {
      HttpResponse<String> answer =
          stranger.send(
              "PATCH", "/v1/users/" + PERSON.id, patch.formatted(far.organization, email));
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(403);
    }
  }

  @Test
  void visibleAttributesCanBeSentBack() {
    String shown = GUESSER.read("/v1/users/" + PERSON.id).toString();
    HttpResponse<String> same = GUESSER.send("PUT", "/v1/users/" + PERSON.id, shown);
    assertThat(same.statusCode()).as(same.body()).isEqualTo(200);
    assertThat(PERSON.read("/v1/users/" + PERSON.id).path("phone").asText())
        .isEqualTo("+38640123456");
    assertThat(PERSON.read("/v1/users/" + PERSON.id).path("organizationIds"))
        .extracting(id -> id.asText())
        .contains(FARM.organization.toString(), HIDDEN.toString());
  }
}
