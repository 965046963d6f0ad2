package io.glebe.core.alarm.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.config.AddressRanges;
import io.glebe.core.host.HostAddresses;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookAddressTest {
  private static HostAddresses means(String... addresses) {
    return host -> Arrays.stream(addresses).map(InetAddress::ofLiteral).toList();
  }

  private static WebhookAddress addresses(String allowed, HostAddresses hosts) {
    return new WebhookAddress(AddressRanges.parse(allowed), hosts);
  }

  private static InetAddress target(WebhookAddress addresses) throws UnknownHostException {
    return addresses.target(URI.create("https://hooks.example.org/glebe"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"127.0.0.1", "10.1.2.3", "192.168.1.1", "169.254.169.254", "::1", "fd00::1"})
  void aNameThatMeansAPrivateAddressIsNotReached(String address) {
    WebhookAddress only = addresses("", means(address));
    WebhookAddress beside = addresses("", means("93.184.215.14", address));
    for (WebhookAddress one : List.of(only, beside)) {
      assertThatThrownBy(() -> target(one))
          .isInstanceOf(UnknownHostException.class)
          .hasMessage("the host is not an address of the public internet");
    }
  }

  @Test
  void aPublicAddressIsReachedAndAPrivateOneThatIsAllowed() throws UnknownHostException {
    assertThat(target(addresses("", means("93.184.215.14"))).getHostAddress())
        .isEqualTo("93.184.215.14");
    assertThat(target(addresses("10.0.0.0/8", means("10.1.2.3"))).getHostAddress())
        .isEqualTo("10.1.2.3");
  }

  @Test
  void httpIsForAllowedAddressesOnly() {
    WebhookAddress addresses = addresses("10.0.0.0/8", means("10.1.2.3"));
    assertThat(addresses.fault("http://10.1.2.3:8080/hook")).isEmpty();
    assertThat(addresses.fault("https://hooks.example.org/")).isEmpty();
    assertThat(addresses.fault("http://hooks.example.org/")).isPresent();
    assertThat(addresses.fault("http://192.168.1.1/")).isPresent();
    assertThat(addresses.fault("https://192.168.1.1/")).isPresent();
    assertThat(addresses.fault("")).isPresent();
  }
}
