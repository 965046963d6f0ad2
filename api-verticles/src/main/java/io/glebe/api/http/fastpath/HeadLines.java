package io.glebe.api.http.fastpath;

import io.netty.buffer.ByteBuf;
import io.netty.util.ByteProcessor;

/** The lines of the head of a request of HTTP/1.1, as bytes. */
final class HeadLines {
  private HeadLines() {}

  /** Length of the bytes up to the first empty line, with it; at most that many. */
  static int end(ByteBuf bytes, int most) {
    int from = bytes.readerIndex();
    int at = 0;
    while (at < most) {
      int line = bytes.forEachByte(from + at, most - at, ByteProcessor.FIND_LF);
      if (line < 0) {
        return most;
      }
      at = line - from + 1;
      if (isLineEnd(bytes, from + at)) {
        return at + 2;
      }
    }
    return most;
  }

  /** Whether the last line is empty. */
  static boolean endWithEmpty(ByteBuf bytes) {
    int end = bytes.writerIndex();
    return bytes.readableBytes() >= 4 && isLineEnd(bytes, end - 2) && isLineEnd(bytes, end - 4);
  }

  private static boolean isLineEnd(ByteBuf bytes, int at) {
    return at + 1 < bytes.writerIndex()
        && bytes.getByte(at) == '\r'
        && bytes.getByte(at + 1) == '\n';
  }
}
