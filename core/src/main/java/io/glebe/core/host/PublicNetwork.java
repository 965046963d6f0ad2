package io.glebe.core.host;

import java.net.InetAddress;
import java.util.Arrays;

/** Distinguishes addresses of the public internet from those of private and special networks. */
public final class PublicNetwork {
  /** First address and prefix length of IPv4 networks that are not public. */
  private static final int[][] NOT_PUBLIC = {
    {0, 0, 0, 0, 8},
    {10, 0, 0, 0, 8},
    {100, 64, 0, 0, 10},
    {127, 0, 0, 0, 8},
    {169, 254, 0, 0, 16},
    {172, 16, 0, 0, 12},
    {192, 0, 0, 0, 24},
    {192, 168, 0, 0, 16},
    {198, 18, 0, 0, 15},
    {224, 0, 0, 0, 3}
  };

  /** 2000::/3 is the public part of IPv6. */
  private static final int GLOBAL_UNICAST = 0x20;

  private static final int GLOBAL_UNICAST_MASK = 0xe0;
  private static final int IPV4_BYTES = 4;

  private PublicNetwork() {}

  public static boolean contains(InetAddress address) {
    byte[] bytes = address.getAddress();
    return bytes.length == IPV4_BYTES ? isPublic4(bytes) : isPublic6(bytes);
  }

  private static boolean isPublic4(byte[] address) {
    return Arrays.stream(NOT_PUBLIC).noneMatch(network -> isIn(address, network));
  }

  private static boolean isIn(byte[] address, int[] network) {
    long value = 0;
    long start = 0;
    for (int i = 0; i < 4; i++) {
      value = value << 8 | address[i] & 0xff;
      start = start << 8 | network[i];
    }
    int hostBits = 32 - network[4];
    return value >> hostBits == start >> hostBits;
  }

  /**
   * Addresses that contain an IPv4 address, by which a gateway reaches it, are as public as that
   * one: 2002::/16 (6to4). Teredo (2001::/32) and other ranges for protocols are never public, nor
   * is anything outside of 2000::/3, for example NAT64 and unique local addresses.
   */
  private static boolean isPublic6(byte[] address) {
    if ((address[0] & GLOBAL_UNICAST_MASK) != GLOBAL_UNICAST) {
      return false;
    }
    boolean sixToFour = address[0] == 0x20 && address[1] == 0x02;
    boolean protocols = address[0] == 0x20 && address[1] == 0x01 && (address[2] & 0xfe) == 0;
    return sixToFour ? isPublic4(Arrays.copyOfRange(address, 2, 6)) : !protocols;
  }
}
