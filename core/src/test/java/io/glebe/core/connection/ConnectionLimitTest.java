package io.glebe.core.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.config.AddressRanges;
import io.glebe.core.config.ConnectionSettings;
import io.glebe.core.config.Settings;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;

/** The number of connections of a client and of all clients. */
class ConnectionLimitTest {
  private static final InetAddress FIRST = InetAddress.ofLiteral("192.0.2.1");
  private static final InetAddress SECOND = InetAddress.ofLiteral("192.0.2.2");
  private static final InetAddress PROXY = InetAddress.ofLiteral("10.0.0.1");

  private final ConnectionLimit limit =
      new ConnectionLimit("HTTP", 4, 2, 0, AddressRanges.parse("10.0.0.0/8"));

  @Test
  void oneClientLeavesConnectionsToOthers() {
    assertThat(limit.admits(FIRST)).isTrue();
    assertThat(limit.admits(FIRST)).isTrue();
    assertThat(limit.admits(FIRST)).isFalse();
    assertThat(limit.admits(SECOND)).isTrue();
    assertThat(limit.open()).isEqualTo(3);
    assertThat(limit.refusedByNetwork()).isOne();
  }

  @Test
  void aClosedConnectionMakesPlaceForAnother() {
    limit.admits(FIRST);
    limit.admits(FIRST);
    limit.closed(FIRST);
    assertThat(limit.admits(FIRST)).isTrue();
    assertThat(limit.admits(FIRST)).isFalse();
  }

  @Test
  void theClientsOfAProxyShareTheTotalOnly() {
    for (int i = 0; i < 4; i++) {
      assertThat(limit.admits(PROXY)).isTrue();
    }
    assertThat(limit.admits(PROXY)).isFalse();
    assertThat(limit.admits(FIRST)).isFalse();
    assertThat(limit.refusedByTotal()).isEqualTo(2);

    limit.closed(PROXY);
    assertThat(limit.admits(FIRST)).isTrue();
    assertThat(limit.open()).isEqualTo(4);
  }

  @Test
  void theConnectionsOfAnAddressHaveARateForEachProtocol() {
    ConnectionLimits limits =
        ConnectionLimits.of(
            Settings.defaults()
                .with(ConnectionSettings.MQTT_CONNECT_RATE, "1")
                .with(ConnectionSettings.HTTP_CONNECT_RATE, "0"));
    assertThat(limits.mqtt().waitNanos(FIRST)).isZero();
    assertThat(limits.mqtt().waitNanos(FIRST)).isPositive();
    assertThat(limits.mqtt().waitNanos(SECOND)).isZero();
    assertThat(limits.http().waitNanos(FIRST)).isZero();
    assertThat(limits.http().waitNanos(FIRST)).isZero();
  }

  @Test
  void anIpv6ClientIsANetworkOf64Bits() {
    limit.admits(InetAddress.ofLiteral("2001:db8::1"));
    limit.admits(InetAddress.ofLiteral("2001:db8::2"));
    assertThat(limit.admits(InetAddress.ofLiteral("2001:db8::ffff:3"))).isFalse();
    assertThat(limit.admits(InetAddress.ofLiteral("2001:db8:0:1::1"))).isTrue();
  }
}
