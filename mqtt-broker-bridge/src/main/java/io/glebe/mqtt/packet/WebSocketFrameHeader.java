package io.glebe.mqtt.packet;

import io.netty.buffer.ByteBuf;

/** Reads the headers of the frames of a client (RFC 6455, 5.2), which may arrive in parts. */
final class WebSocketFrameHeader {
  static final int CONTINUATION = 0;
  static final int TEXT = 1;
  static final int BINARY = 2;
  static final int CLOSE = 8;
  static final int PING = 9;
  static final int PONG = 10;

  /** Most bytes of the payload of a frame that is no data. */
  static final int MAX_CONTROL = 125;

  private static final int FINAL = 0x80;
  private static final int RESERVED = 0x70;
  private static final int OPCODE = 0x0F;
  private static final int MASKED = 0x80;
  private static final int LENGTH = 0x7F;
  private static final int TWO_BYTES = 126;
  private static final int BEFORE_LENGTH = 2;
  private static final int MASK_BYTES = 4;

  /** The first byte, the second one, and the number behind them. */
  private int first;

  private int second;
  private long length;
  private int mask;

  /** Bytes of the header that have been read. */
  private int read;

  /** Reads on; returns whether the header is complete. Afterwards the next one can be read. */
  boolean read(ByteBuf bytes) {
    while (bytes.isReadable()) {
      take(bytes.readByte() & 0xFF);
      if (read == BEFORE_LENGTH + lengthBytes() + MASK_BYTES) {
        read = 0;
        return true;
      }
    }
    return false;
  }

  private void take(int value) {
    switch (read) {
      case 0 -> first = value;
      case 1 -> {
        second = value;
        length = lengthBytes() == 0 ? value & LENGTH : 0;
      }
      default -> {
        if (read < BEFORE_LENGTH + lengthBytes()) {
          length = length << Byte.SIZE | value;
        } else {
          mask = mask << Byte.SIZE | value;
        }
      }
    }
    read++;
  }

  /** Bytes of the length behind the second byte. */
  private int lengthBytes() {
    int announced = second & LENGTH;
    return announced < TWO_BYTES ? 0 : announced == TWO_BYTES ? 2 : 8;
  }

  int opcode() {
    return first & OPCODE;
  }

  boolean isFinal() {
    return (first & FINAL) != 0;
  }

  boolean isControl() {
    return opcode() >= CLOSE;
  }

  /** Bytes of the payload. */
  long length() {
    return length;
  }

  /** What the bytes of the payload are masked with, the first one in the highest bits. */
  int mask() {
    return mask;
  }

  /** Whether a client may send such a frame. */
  boolean isValid() {
    boolean known = opcode() <= BINARY || isControl() && opcode() <= PONG;
    boolean shortEnough = !isControl() || isFinal() && length <= MAX_CONTROL;
    return known && shortEnough && (first & RESERVED) == 0 && (second & MASKED) != 0 && length >= 0;
  }
}
