package io.glebe.api.http.body;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;

/**
 * The sizes of the chunks of a body (HTTP/1.1) or of its frames (HTTP/2): each costs some objects
 * and about a microsecond, however small it is. So does a record of TLS. A chunk that arrives in
 * two reads counts as two. Event loop only.
 */
final class ChunkSizes {
  /** Chunks that may have any size. */
  static final int FREE_CHUNKS = 256;

  private final int least;
  private long chunks;
  private long bytes;

  private ChunkSizes(int least) {
    this.least = least;
  }

  /**
   * Those of a request. A body of HTTP/1.1 with an announced length and without encryption has no
   * chunks, only the pieces that the network makes.
   *
   * @param least mean bytes of the chunks of a body that has many; 0 for no limit
   */
  static ChunkSizes of(HttpServerRequest request, int least) {
    boolean hasChunks =
        request.version() == HttpVersion.HTTP_2
            || request.isSSL()
            || request.headers().contains(HttpHeaders.TRANSFER_ENCODING)
            || !request.headers().contains(HttpHeaders.CONTENT_LENGTH);
    return new ChunkSizes(hasChunks ? least : 0);
  }

  /** Counts a chunk of so many bytes; whether the body has too many that are too small. */
  boolean areTooSmallWith(int length) {
    chunks++;
    bytes += length;
    return bytes < (chunks - FREE_CHUNKS) * least;
  }

  /** Mean bytes that are required. */
  int least() {
    return least;
  }
}
