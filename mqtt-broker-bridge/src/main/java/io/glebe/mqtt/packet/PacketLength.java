package io.glebe.mqtt.packet;

/** Reads the fixed headers of packets: the first byte, and the length of what follows. */
final class PacketLength {
  private static final int CONTINUES = 0x80;
  private static final int DIGIT = 0x7F;
  private static final int DIGIT_BITS = 7;
  private static final int MAX_LENGTH_BITS = 21;

  private boolean begun;
  private boolean invalid;
  private int bytes;
  private int bits;

  /** Reads one byte; returns whether it was the last one of the header. */
  boolean read(byte value) {
    if (!begun) {
      begun = true;
      bytes = 0;
      bits = 0;
      return false;
    }
    bytes |= (value & DIGIT) << bits;
    bits += DIGIT_BITS;
    if ((value & CONTINUES) != 0) {
      invalid = bits > MAX_LENGTH_BITS;
      return false;
    }
    begun = false;
    return true;
  }

  /** Whether a header has begun and is not complete. */
  boolean isBegun() {
    return begun;
  }

  /** Whether the length has more bytes than the standard allows. */
  boolean isInvalid() {
    return invalid;
  }

  /** Bytes that follow the header that was read last. */
  int bytes() {
    return bytes;
  }
}
