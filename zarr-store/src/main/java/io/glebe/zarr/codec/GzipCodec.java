package io.glebe.zarr.codec;

import io.glebe.zarr.memory.Segments;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.zip.CRC32;

/** Gzip members (RFC 1952), one or several; writes one member without name and time. */
record GzipCodec(int level) implements BytesCodec {
  private static final int HEADER_BYTES = 10;
  private static final int TRAILER_BYTES = 8;
  private static final int MAGIC_AND_METHOD = 0x088b1f;
  private static final int HEADER_CRC = 2;
  private static final int EXTRA = 4;
  private static final int NAME = 8;
  private static final int COMMENT = 16;
  private static final int RESERVED = 0xe0;
  private static final byte UNKNOWN_SYSTEM = (byte) 255;
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  @Override
  public long decode(MemorySegment in, MemorySegment out, Workspace workspace) {
    long read = 0;
    long written = 0;
    do {
      MemorySegment member = in.asSlice(read);
      long header = headerBytes(member);
      MemorySegment rest = out.asSlice(written);
      long bytes = workspace.rawDeflate().inflate(member.asSlice(header), rest);
      long trailer = header + workspace.rawDeflate().consumed();
      if (member.byteSize() - trailer < TRAILER_BYTES) {
        throw corrupt("is cut off");
      }
      if (member.get(INT, trailer) != crc(rest.asSlice(0, bytes))
          || member.get(INT, trailer + 4) != (int) bytes) {
        throw corrupt("checksum or length is wrong");
      }
      read += trailer + TRAILER_BYTES;
      written += bytes;
    } while (read < in.byteSize());
    return written;
  }

  @Override
  public long encode(MemorySegment in, MemorySegment out, Workspace workspace) {
    out.set(INT, 0, MAGIC_AND_METHOD);
    out.set(INT, 4, 0);
    out.set(BYTE, 8, (byte) 0);
    out.set(BYTE, 9, UNKNOWN_SYSTEM);
    long body = workspace.rawDeflate().deflate(in, out.asSlice(HEADER_BYTES), level);
    long trailer = HEADER_BYTES + body;
    out.set(INT, trailer, crc(in));
    out.set(INT, trailer + 4, (int) in.byteSize());
    return trailer + TRAILER_BYTES;
  }

  @Override
  public long maxEncoded(long decodedBytes) {
    return DeflateStream.bound(decodedBytes) + HEADER_BYTES + TRAILER_BYTES;
  }

  private static long headerBytes(MemorySegment member) {
    long size = member.byteSize();
    if (size < HEADER_BYTES || (member.get(INT, 0) & 0xffffff) != MAGIC_AND_METHOD) {
      throw corrupt("has no header");
    }
    int flags = member.get(BYTE, 3);
    if ((flags & RESERVED) != 0) {
      throw corrupt("has unknown flags");
    }
    long at = HEADER_BYTES;
    if ((flags & EXTRA) != 0) {
      long length = Byte.toUnsignedInt(byteAt(member, at));
      at += 2 + length + (Byte.toUnsignedInt(byteAt(member, at + 1)) << 8);
    }
    at = (flags & NAME) != 0 ? afterZero(member, at) : at;
    at = (flags & COMMENT) != 0 ? afterZero(member, at) : at;
    at += (flags & HEADER_CRC) != 0 ? 2 : 0;
    if (at > size) {
      throw corrupt("is cut off");
    }
    return at;
  }

  private static long afterZero(MemorySegment member, long from) {
    long at = from;
    while (byteAt(member, at) != 0) {
      at++;
    }
    return at + 1;
  }

  private static byte byteAt(MemorySegment member, long at) {
    if (at >= member.byteSize()) {
      throw corrupt("is cut off");
    }
    return member.get(BYTE, at);
  }

  private static int crc(MemorySegment bytes) {
    CRC32 crc = new CRC32();
    Segments.forEachBuffer(bytes, crc::update);
    return (int) crc.getValue();
  }

  private static CorruptChunkException corrupt(String reason) {
    return new CorruptChunkException("gzip: member " + reason);
  }
}
