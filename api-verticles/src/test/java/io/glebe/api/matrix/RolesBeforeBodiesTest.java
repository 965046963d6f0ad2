package io.glebe.api.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.http.RawConnection;
import io.glebe.api.spatio.Guest;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A person whose roles grant nothing announces a body: it is refused before the body is sent. */
final class RolesBeforeBodiesTest {
  private static final int CONTINUE = 100;

  private final Guest guest = new Guest();

  private int answer(String method, String collection, String type) throws IOException {
    return answer(method, collection, UUID.randomUUID(), type, "Content-Length: 1000000");
  }

  private int answer(String method, String collection, UUID id, String type, String length)
      throws IOException {
    return answer(method, "/v1/" + collection + "/" + id, type, length);
  }

  private int answer(String method, String path, String type, String length) throws IOException {
    URI server = URI.create(TestPlatform.shared().platform().address());
    try (RawConnection connection = new RawConnection(server)) {
      connection.say(
          method + " " + path + " HTTP/1.1",
          "Host: 127.0.0.1",
          "Authorization: Bearer " + guest.bearer,
          "Content-Type: " + type,
          length,
          "Expect: 100-continue",
          "");
      return connection.read(false).status();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"tasks", "fields", "machines", "access-assignments", "roles"})
  void aRecordThatOnlyRolesAllow(String collection) throws IOException {
    String patch = "application/merge-patch+json";
    assertThat(answer("PUT", collection, "application/json")).isEqualTo(CONTINUE);
    guest.take(Guest.Taken.ASSIGNMENT_DELETED);

    assertThat(answer("PUT", collection, "application/json")).isEqualTo(403);
    assertThat(answer("PATCH", collection, patch)).isEqualTo(403);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Content-Length: 1000000", "Transfer-Encoding: chunked"})
  void aLargeBodyForARecordThatTheRolesOfThePersonDoNotReach(String length) throws IOException {
    String patch = "application/merge-patch+json";
    assertThat(answer("PUT", "farms", guest.farm, "application/json", length)).isEqualTo(CONTINUE);
    assertThat(answer("PATCH", "farms", guest.farm, patch, length)).isEqualTo(CONTINUE);

    assertThat(answer("PUT", "farms", guest.otherFarm, "application/json", length)).isEqualTo(403);
    assertThat(answer("PATCH", "farms", guest.otherFarm, patch, length)).isEqualTo(403);
  }

  private String made(String path, ObjectNode body) {
    HttpResponse<String> answer = guest.send(guest.keeper, "POST", path, Json.write(body));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    return Json.parse(answer.body()).path(path.startsWith("/sta/") ? "@iot.id" : "id").asText();
  }

  private String collection(UUID farm) {
    ObjectNode body = Json.object().put("title", "Trials").put("itemType", "feature");
    body.put("id", "trials-" + farm);
    String path = "/api/v2/collections";
    return path + "/" + made(path, body.put("farmId", farm.toString()));
  }

  @ParameterizedTest
  @CsvSource({
    "PUT, '', application/json",
    "PUT, /style, application/json",
    "PUT, /items/one, application/json",
    "POST, /zarr/init, application/json",
    "POST, /layers, application/json",
    "POST, /tilesets, application/json",
    "PUT, /tilesets/one, application/json",
    "PATCH, /stac-metadata, application/merge-patch+json"
  })
  void aLargeBodyForACollectionOfAnotherFarm(String method, String below, String type)
      throws IOException {
    String length = "Content-Length: 1000000";
    assertThat(answer(method, collection(guest.farm) + below, type, length)).isEqualTo(CONTINUE);
    assertThat(answer(method, collection(guest.otherFarm) + below, type, length)).isEqualTo(403);
  }

  private String thing(UUID farm) {
    ObjectNode body = Json.object().put("name", "Station").put("description", "in the field");
    body.putObject("properties").put("farmId", farm.toString());
    return "/sta/v1.1/Things(" + made("/sta/v1.1/Things", body) + ")";
  }

  @ParameterizedTest
  @CsvSource({"PUT, application/json", "PATCH, application/merge-patch+json"})
  void aLargeBodyForAThingOfAnotherFarm(String method, String type) throws IOException {
    String length = "Transfer-Encoding: chunked";
    assertThat(answer(method, thing(guest.farm), type, length)).isEqualTo(CONTINUE);
    assertThat(answer(method, thing(guest.otherFarm), type, length)).isBetween(403, 404);
  }

  @Test
  void thoseWhoMayWithoutARoleAreRead() throws IOException {
    guest.take(Guest.Taken.ASSIGNMENT_DELETED);

    assertThat(answer("PUT", "organizations", "application/json")).isEqualTo(CONTINUE);
    assertThat(answer("PUT", "farms", "application/json")).isEqualTo(CONTINUE);
    assertThat(answer("PATCH", "users", "application/merge-patch+json")).isEqualTo(CONTINUE);
  }
}
