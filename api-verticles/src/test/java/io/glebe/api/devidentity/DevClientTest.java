package io.glebe.api.devidentity;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DevClientTest {
  private static DevClient client(DevClient.Access access) {
    return new DevClient(
        "local",
        "An app of this machine",
        access,
        List.of(),
        Set.of(URI.create("http://127.0.0.1/")),
        Optional.empty(),
        Set.of(),
        false,
        false);
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://127.0.0.1/", "http://127.0.0.1:5555/"})
  void anAppOfThisMachineChoosesItsPort(String address) {
    assertThat(client(DevClient.Access.PUBLIC).redirectsTo(URI.create(address))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://user@127.0.0.1:5555/",
        "http://127.0.0.1:5555/?more=1",
        "http://127.0.0.1:5555/#part",
        "http://127.0.0.1:5555/other",
        "http://localhost:5555/",
        "https://127.0.0.1:5555/"
      })
  void nothingElseOfTheAddressIsChosen(String address) {
    assertThat(client(DevClient.Access.PUBLIC).redirectsTo(URI.create(address))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = "http://127.0.0.1:5555/")
  void aConfidentialClientChoosesNoPort(String address) {
    assertThat(client(DevClient.Access.PRIVATE_KEY_JWT).redirectsTo(URI.create(address))).isFalse();
  }
}
