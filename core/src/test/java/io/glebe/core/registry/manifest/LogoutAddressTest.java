package io.glebe.core.registry.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.host.PublicNetwork;
import java.net.InetAddress;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The provider posts to logout addresses from inside of its network. */
class LogoutAddressTest {
  private static Optional<String> fault(String address) {
    return LogoutAddress.fault(address, ManifestFixture.rules());
  }

  @Test
  void aHostInTheInternetIsAccepted() {
    assertThat(fault("https://app.example:8443/logout?x=1")).isEmpty();
  }

  @Test
  void aHostWithOnePrivateAddressAmongOthersIsRefused() {
    assertThat(fault("https://mixed.example/logout").orElseThrow()).contains("public internet");
  }

  @Test
  void aHostThatCannotBeLookedUpIsRefused() {
    assertThat(fault("https://nothing.invalid/").orElseThrow()).contains("cannot be looked up");
  }

  @Test
  void aLoopbackAddressWithoutTlsNeedsTheSettingForPrivateNetworks() {
    String loopback = "http://127.0.0.1:9000/logout";
    assertThat(fault(loopback).orElseThrow()).contains("https://");
    assertThat(LogoutAddress.fault(loopback, ManifestFixture.privateRules())).isEmpty();
    assertThat(LogoutAddress.fault("http://app.example/", ManifestFixture.privateRules()))
        .as("no TLS on other hosts")
        .isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0",
        "10.1.2.3",
        "100.64.0.1",
        "127.0.0.1",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.8",
        "192.168.1.1",
        "198.18.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "fe80::1",
        "fd00::1",
        "64:ff9b::a00:1",
        "2001::1",
        "2002:a00:1::",
        "2002:c0a8:101::"
      })
  void anAddressOfAPrivateOrSpecialNetworkIsNotPublic(String address) {
    assertThat(PublicNetwork.contains(InetAddress.ofLiteral(address))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "9.255.255.255",
        "11.0.0.1",
        "100.128.0.1",
        "172.15.255.255",
        "172.32.0.1",
        "192.0.1.1",
        "203.0.113.7",
        "223.255.255.255",
        "2606:4700::1111",
        "2001:200::1",
        "2002:cb00:7107::"
      })
  void itsNeighboursArePublic(String address) {
    assertThat(PublicNetwork.contains(InetAddress.ofLiteral(address))).isTrue();
  }
}
