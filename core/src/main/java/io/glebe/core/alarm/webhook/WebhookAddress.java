package io.glebe.core.alarm.webhook;

import io.glebe.core.config.AddressRanges;
import io.glebe.core.host.HostAddresses;
import io.glebe.core.host.PublicNetwork;
import io.glebe.core.host.WebAddress;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;

/**
 * Decides which addresses a webhook may have, so that nobody reaches machines of the platform's own
 * network through it. The form is checked when a webhook is made, and the addresses of its host
 * before each request, which then goes to the checked address: a name may mean another one later.
 */
final class WebhookAddress {
  private static final String HTTP = "http://";

  private final AddressRanges allowed;
  private final HostAddresses hosts;

  /**
   * @param allowed addresses that are not public and may be reached, also by http
   */
  WebhookAddress(AddressRanges allowed, HostAddresses hosts) {
    this.allowed = allowed;
    this.hosts = hosts;
  }

  /** The fault of an address; empty if a webhook may have it. */
  Optional<String> fault(String url) {
    boolean isHttp = url.startsWith(HTTP);
    Optional<String> form =
        WebAddress.fault(isHttp ? "https://" + url.substring(HTTP.length()) : url, false);
    if (form.isPresent()) {
      return form;
    }
    Optional<InetAddress> literal = literal(URI.create(url).getHost());
    if (literal.isPresent() && !isAllowed(literal.get())) {
      return Optional.of("must be an address of the public internet");
    }
    boolean mayBeHttp = literal.filter(allowed::contains).isPresent();
    return isHttp && !mayBeHttp ? Optional.of("must begin with https://") : Optional.empty();
  }

  /**
   * The address to which a request to the URL goes; waits for its look-up.
   *
   * @throws UnknownHostException if the host has no address, or one that may not be reached
   */
  InetAddress target(URI url) throws UnknownHostException {
    List<InetAddress> addresses = addresses(url.getHost());
    if (addresses.isEmpty() || !addresses.stream().allMatch(this::isAllowed)) {
      throw new UnknownHostException("the host is not an address of the public internet");
    }
    return addresses.getFirst();
  }

  private List<InetAddress> addresses(String host) throws UnknownHostException {
    Optional<InetAddress> literal = literal(host);
    if (literal.isPresent()) {
      return List.of(literal.get());
    }
    try {
      return hosts.of(host);
    } catch (UnknownHostException e) {
      throw new UnknownHostException("the host cannot be looked up");
    }
  }

  private boolean isAllowed(InetAddress address) {
    return PublicNetwork.contains(address) || allowed.contains(address);
  }

  private static Optional<InetAddress> literal(String host) {
    return AddressRanges.literal(host.replaceAll("^\\[|]$", ""));
  }
}
