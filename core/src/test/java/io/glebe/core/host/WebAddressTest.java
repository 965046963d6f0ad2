package io.glebe.core.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebAddressTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                                        | characters
          https://app.example/*                     | wildcard
          https://app.example/callback#             | fragment
          https://app.example/call back             | no address contains
          https://app.example/%zz                   | no address contains
          https://app.example\\@evil.example/       | no address contains
          https://[::1/callback                     | no valid address
          https:app.example                         | host name
          //app.example/callback                    | begin with https
          http://app.example/callback               | begin with https
          HTTPS://app.example/callback              | begin with https
          javascript:alert(1)                       | begin with https
          http://127.0.0.1.evil.example/callback    | begin with https
          https://APP.example/callback              | host name
          https://app.example./callback             | host name
          https://0x7f000001/callback               | host name
          https://2130706433/callback               | host name
          https://1.2.3.256/callback                | host name
          https://[fe80::1%25eth0]/callback         | host name
          https://user:word@app.example/callback    | user name
          https://app.example@evil.example/callback | user name
          https://app.example:/callback             | port
          https://app.example:0/callback            | port
          https://app.example:70000/callback        | port
          https://app.example:0443/callback         | port
          https://app.example/a%0d%0ab              | no address contains
          https://app.example/a/../callback         | . or ..
          https://app.example/a/%2E%2e              | . or ..
          """)
  void anAddressHasOneExactForm(String address, String fault) {
    assertThat(WebAddress.fault(address, true).orElse("accepted")).contains(fault);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://app.example",
        "https://app.example:8443/callback?x=%20y&z=a;b",
        "https://app.example/..a/b..",
        "https://203.0.113.7/callback",
        "https://[2606:4700::1]/callback",
        "http://127.0.0.1:8000/callback",
        "http://[::1]:8000/callback",
        "http://localhost/callback"
      })
  void exactAndLoopbackAddressesAreAccepted(String address) {
    assertThat(WebAddress.fault(address, true)).isEmpty();
  }

  @Test
  void loopbackNeedsTlsWhereItIsNotAllowed() {
    assertThat(WebAddress.fault("http://localhost/callback", false)).isPresent();
  }

  @Test
  void anAddressHasAtMost500Characters() {
    String longest = "https://app.example/" + "x".repeat(480);
    assertThat(WebAddress.fault(longest, true)).isEmpty();
    assertThat(WebAddress.fault(longest + "x", true)).isPresent();
  }
}
