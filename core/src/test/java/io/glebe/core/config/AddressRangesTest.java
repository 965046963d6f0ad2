package io.glebe.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRangesTest {
  private static boolean holds(String ranges, String address) {
    return AddressRanges.parse(ranges).contains(AddressRanges.literal(address).orElseThrow());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "127.0.0.1|127.0.0.1|true",
        "127.0.0.1|127.0.0.2|false",
        "10.0.0.0/8|10.255.1.2|true",
        "10.0.0.0/8|11.0.0.0|false",
        "10.1.2.0/23|10.1.3.255|true",
        "10.1.2.0/23|10.1.4.0|false",
        "0.0.0.0/0|203.0.113.9|true",
        "0.0.0.0/0|::1|false",
        "::/0|::1|true",
        "::1|::1|true",
        "fd00::/8|fdff::1|true",
        "fd00::/8|fe00::1|false",
        "2001:db8::/33|2001:db8:7fff::1|true",
        "2001:db8::/33|2001:db8:8000::1|false",
        "192.0.2.1, 127.0.0.0/8|127.9.9.9|true",
        "127.0.0.1|::ffff:127.0.0.1|true",
      })
  void aRangeContainsTheAddressesWithItsPrefix(String ranges, String address, boolean held) {
    assertThat(holds(ranges, address)).isEqualTo(held);
  }

  @Test
  void anEmptyListContainsNoAddress() {
    assertThat(AddressRanges.parse(" ").isEmpty()).isTrue();
    assertThat(holds("", "127.0.0.1")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "10.0.0.0/33",
        "::1/129",
        "10.0.0.0/",
        "10.0.0.0/-1",
        "10.0.0",
        "300.1.1.1",
        "fe80::1%eth0",
        "::ffff:10.0.0.0/104",
        "[::1]",
        "1:2",
        "127.0.0.1:80"
      })
  void anInvalidAddressIsRejected(String text) {
    assertThatThrownBy(() -> AddressRanges.parse(text))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
