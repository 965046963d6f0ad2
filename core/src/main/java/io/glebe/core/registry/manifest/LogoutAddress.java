package io.glebe.core.registry.manifest;

import io.glebe.core.host.HostAddresses;
import io.glebe.core.host.PublicNetwork;
import io.glebe.core.host.WebAddress;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;

/**
 * Checks the address to which the identity provider posts logout tokens. The provider sends to it
 * from inside of its network, so an address in a private network would let an app reach machines
 * there.
 */
final class LogoutAddress {
  private LogoutAddress() {}

  /** The fault of the address; empty if it is accepted. Waits for the look-up of its host. */
  static Optional<String> fault(String text, ManifestRules rules) {
    Optional<String> form = WebAddress.fault(text, rules.privateLogout());
    return form.isPresent() || rules.privateLogout()
        ? form
        : networkFault(URI.create(text).getHost(), rules.hosts());
  }

  private static Optional<String> networkFault(String host, HostAddresses hosts) {
    List<InetAddress> addresses;
    try {
      addresses = hosts.of(host);
    } catch (UnknownHostException e) {
      return Optional.of("has a host that cannot be looked up");
    }
    return !addresses.isEmpty() && addresses.stream().allMatch(PublicNetwork::contains)
        ? Optional.empty()
        : Optional.of("must be an address of the public internet");
  }
}
