package io.glebe.api.console;

import io.vertx.core.buffer.Buffer;

/**
 * A file of the console in memory.
 *
 * @param mediaType the exact type that browsers require for modules
 * @param plain its bytes
 * @param gzipped the same compressed, or as long as {@code plain} where that gains nothing
 * @param etag digest of the bytes, with quotes
 * @param cache its Cache-Control
 */
record ConsoleFile(String mediaType, Buffer plain, Buffer gzipped, String etag, String cache) {
  boolean gainsByGzip() {
    return gzipped.length() < plain.length();
  }
}
