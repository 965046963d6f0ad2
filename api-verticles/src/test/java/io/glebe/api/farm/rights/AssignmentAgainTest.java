package io.glebe.api.farm.rights;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.spatio.Guest;
import io.glebe.core.json.Json;
import java.net.http.HttpResponse;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** An assignment that was deleted is created again under its id. */
final class AssignmentAgainTest {
  private final Guest guest = new Guest();
  private final UUID id = assignment();
  private final String path = "/v1/access-assignments/" + id;

  private UUID assignment() {
    String list =
        guest.send(guest.keeper, "GET", "/v1/access-assignments?farmId=" + guest.farm, "").body();
    for (JsonNode each : Json.parseObject(list).path("items")) {
      if (each.path("userId").asText().equals(guest.user.toString())) {
        return UUID.fromString(each.path("id").asText());
      }
    }
    throw new AssertionError(list);
  }

  private HttpResponse<String> put(String token) {
    return guest.send(token, "PUT", path, Json.write(guest.wayBack(id)));
  }

  private void delete(String token) {
    assertThat(guest.send(token, "DELETE", path, "").statusCode()).isEqualTo(204);
  }

  @Test
  void byThePersonWhoDeletedIt() {
    delete(guest.keeper);

    HttpResponse<String> again = put(guest.keeper);

    assertThat(again.statusCode()).as(again.body()).isEqualTo(201);
  }

  @Test
  void byAnotherPersonWithTheRight() {
    guest.take(Guest.Taken.ASSIGNMENT_DELETED); // by an administrator

    HttpResponse<String> again = put(guest.keeper);

    assertThat(again.statusCode()).as(again.body()).isEqualTo(201);
  }

  @Test
  void notForAnotherUser() {
    Guest stranger = new Guest();
    delete(guest.keeper);
    ObjectNode body = guest.wayBack(id).put("userId", stranger.user.toString());

    assertThat(guest.send(guest.keeper, "PUT", path, Json.write(body)).statusCode()).isEqualTo(422);
  }

  @Test
  void notForAFarmWithoutTheRightOnTheFirstOne() {
    delete(guest.keeper);
    Guest stranger = new Guest();
    ObjectNode body = guest.wayBack(id).put("farmId", stranger.farm.toString());

    assertThat(guest.send(stranger.keeper, "PUT", path, Json.write(body)).statusCode())
        .isEqualTo(403);
  }

  @Test
  void notForAUserWhoHasLeft() {
    delete(guest.bearer);

    assertThat(put(guest.keeper).statusCode()).isEqualTo(422);
    assertThat(put(guest.bearer).statusCode()).isEqualTo(403);
  }
}
