package io.glebe.mqtt.packet;

import io.netty.buffer.ByteBuf;

/**
 * The frames of a WebSocket that leave a packet of MQTT unfinished. Each frame costs the event loop
 * about as much as 16 bytes, however small it is, as the chunks of a body of HTTP do; so they need
 * that many bytes on average.
 *
 * <p>Frames that end a packet do not count: the smallest packets (PINGREQ, PUBACK) have two to four
 * bytes, and most clients send one packet in one frame. Some clients send each part of a packet in
 * a frame: MQTT.js outside of browsers writes five of one byte to a few dozen for PUBLISH, and five
 * more for each user property. Therefore the first {@value #FREE_OF_PACKET} frames of a packet do
 * not count either. Empty frames count like those within a packet. Large frames do not pay for more
 * than the small ones before them. Used on the event loop of the channel.
 */
final class UnfinishedFrames {
  /** Frames of a connection beyond those of {@link #FREE_OF_PACKET} that may have no byte. */
  static final int FREE_FRAMES = 256;

  /** Frames of one packet that may have any size. */
  static final int FREE_OF_PACKET = 64;

  private final int least;
  private final PacketLength header = new PacketLength();

  /** Bytes of the current packet that have not yet arrived, when its header has been read. */
  private int missing;

  /** Whether a packet has ended in the current frame. */
  private boolean ended;

  /** Frames since the end of the last packet. */
  private int frames;

  /** Bytes that the frames have fewer than they need. */
  private long lack;

  /**
   * @param least mean bytes of frames that leave a packet unfinished; 0 for no limit
   */
  UnfinishedFrames(int least) {
    this.least = least;
  }

  /** Reads these bytes of the current frame, which are not masked any more. */
  void read(ByteBuf bytes, int from, int to) {
    int at = from;
    while (at < to && !header.isInvalid()) {
      if (missing > 0) {
        int part = Math.min(missing, to - at);
        missing -= part;
        at += part;
        ended |= missing == 0;
      } else if (header.read(bytes.getByte(at++))) {
        missing = header.bytes();
        ended |= missing == 0;
      }
    }
  }

  /** Ends a frame of so many bytes; whether too many are too small. */
  boolean areTooSmallWith(long length) {
    if (ended) {
      ended = false;
      frames = 0;
    }
    boolean unfinished = missing > 0 || header.isBegun() || length == 0;
    if (unfinished && ++frames > FREE_OF_PACKET) {
      lack = Math.max(0, lack + least - length);
    }
    return lack > (long) FREE_FRAMES * least;
  }
}
