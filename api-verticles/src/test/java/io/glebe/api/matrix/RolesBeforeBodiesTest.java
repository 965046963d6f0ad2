package io.glebe.api.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.TestPlatform;
import io.glebe.api.http.RawConnection;
import io.glebe.api.spatio.Guest;
import java.io.IOException;
import java.net.URI;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
    URI server = URI.create(TestPlatform.shared().platform().address());
    try (RawConnection connection = new RawConnection(server)) {
      connection.say(
          method + " /v1/" + collection + "/" + id + " HTTP/1.1",
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

  @Test
  void thoseWhoMayWithoutARoleAreRead() throws IOException {
    guest.take(Guest.Taken.ASSIGNMENT_DELETED);

    assertThat(answer("PUT", "organizations", "application/json")).isEqualTo(CONTINUE);
    assertThat(answer("PUT", "farms", "application/json")).isEqualTo(CONTINUE);
    assertThat(answer("PATCH", "users", "application/merge-patch+json")).isEqualTo(CONTINUE);
  }
}
