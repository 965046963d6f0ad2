package io.glebe.core.config;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * IPv4 and IPv6 addresses and address ranges (CIDR): {@code 10.0.0.7}, {@code 10.0.0.0/8}, {@code
 * fd00::/8}. Host names are never resolved. Immutable.
 */
public final class AddressRanges {
  private static final Pattern V4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
  private static final Pattern V6 = Pattern.compile("[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*");

  /** An address and its number of significant leading bits. */
  private record Range(byte[] network, int bits) {
    boolean contains(byte[] address) {
      if (address.length != network.length) {
        return false;
      }
      int whole = bits / Byte.SIZE;
      int rest = bits % Byte.SIZE;
      int mask = 0xff << Byte.SIZE - rest;
      return Arrays.equals(network, 0, whole, address, 0, whole)
          && (rest == 0 || ((network[whole] ^ address[whole]) & mask & 0xff) == 0);
    }
  }

  private final List<Range> ranges;

  private AddressRanges(List<Range> ranges) {
    this.ranges = ranges;
  }

  /**
   * Parses a comma-separated list of ranges; empty text gives no ranges.
   *
   * @throws IllegalArgumentException with a description of the error in the list
   */
  public static AddressRanges parse(String text) {
    return new AddressRanges(
        Arrays.stream(text.split(","))
            .map(String::strip)
            .filter(part -> !part.isEmpty())
            .map(AddressRanges::range)
            .toList());
  }

  private static Range range(String text) {
    int slash = text.indexOf('/');
    String address = slash < 0 ? text : text.substring(0, slash);
    byte[] network =
        literal(address)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "must be a list of addresses or ranges such as 127.0.0.1,10.0.0.0/8,::1; "
                            + address
                            + " is none"))
            .getAddress();
    int most = network.length * Byte.SIZE;
    int bits = slash < 0 ? most : bits(text.substring(slash + 1), most);
    if (network.length == 4 && address.indexOf(':') >= 0 && slash >= 0) {
      throw new IllegalArgumentException(text + " must be written as a range of IPv4");
    }
    return new Range(network, bits);
  }

  private static int bits(String text, int most) {
    if (!text.matches("\\d{1,3}") || Integer.parseInt(text) > most) {
      throw new IllegalArgumentException(
          "must have a number from 0 to " + most + " behind the slash, not " + text);
    }
    return Integer.parseInt(text);
  }

  /**
   * Parses a literal IP address without brackets, port and zone. An IPv4-mapped IPv6 address gives
   * the IPv4 address. Empty for any other text, including host names.
   */
  public static Optional<InetAddress> literal(String text) {
    if (!V4.matcher(text).matches() && !V6.matcher(text).matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(InetAddress.ofLiteral(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  public boolean isEmpty() {
    return ranges.isEmpty();
  }

  /** Returns whether one of the ranges contains the address. */
  public boolean contains(InetAddress address) {
    if (ranges.isEmpty()) {
      return false;
    }
    byte[] bytes = address.getAddress();
    for (Range range : ranges) {
      if (range.contains(bytes)) {
        return true;
      }
    }
    return false;
  }
}
