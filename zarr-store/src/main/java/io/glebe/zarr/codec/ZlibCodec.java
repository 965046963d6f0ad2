package io.glebe.zarr.codec;

import java.lang.foreign.MemorySegment;

/** One zlib stream; the inflater checks its Adler-32. */
record ZlibCodec(int level) implements BytesCodec {

  @Override
  public long decode(MemorySegment in, MemorySegment out, Workspace workspace) {
    DeflateStream stream = workspace.zlib();
    long written = stream.inflate(in, out);
    if (stream.consumed() != in.byteSize()) {
      throw new CorruptChunkException("zlib: bytes after the stream");
    }
    return written;
  }

  @Override
  public long encode(MemorySegment in, MemorySegment out, Workspace workspace) {
    return workspace.zlib().deflate(in, out, level);
  }

  @Override
  public long maxEncoded(long decodedBytes) {
    return DeflateStream.bound(decodedBytes);
  }
}
