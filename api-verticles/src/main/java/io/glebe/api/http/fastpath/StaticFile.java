package io.glebe.api.http.fastpath;

import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.Reply;
import io.glebe.api.http.header.Conditional;
import io.glebe.zarr.digest.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.zip.GZIPOutputStream;

/**
 * A file that the process keeps outside of the heap and sends to everybody, plain and compressed,
 * without a copy: bytes of the heap would be copied for each connection that waits. Immutable.
 *
 * @param mediaType the exact type that browsers require for modules
 * @param plain its bytes
 * @param gzipped the same compressed, or as long as {@code plain} where that gains nothing
 * @param etag digest of the bytes, with quotes
 * @param cache its Cache-Control
 */
public record StaticFile(
    String mediaType, ByteBuffer plain, ByteBuffer gzipped, String etag, String cache) {
  private static final int ETAG_BYTES = 12;

  /** Compresses texts: not for an event loop. */
  public static StaticFile of(String mediaType, byte[] bytes, String cache) {
    boolean isText =
        mediaType.startsWith("text/") || mediaType.contains("json") || mediaType.contains("svg");
    ByteBuffer plain = direct(bytes);
    String digest = HexFormat.of().formatHex(Sha256.of(bytes), 0, ETAG_BYTES);
    ByteBuffer gzipped = isText ? direct(gzip(bytes)) : plain;
    return new StaticFile(mediaType, plain, gzipped, '"' + digest + '"', cache);
  }

  private static ByteBuffer direct(byte[] bytes) {
    return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip().asReadOnlyBuffer();
  }

  private static byte[] gzip(byte[] bytes) {
    ByteArrayOutputStream target = new ByteArrayOutputStream(bytes.length / 3 + 64);
    try (GZIPOutputStream gzip = new GZIPOutputStream(target)) {
      gzip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return target.toByteArray();
  }

  /** The file in the form that the client accepts, or 304. */
  public Reply reply(ApiRequest request) {
    boolean gzip = gzipped.limit() < plain.limit() && request.acceptsGzip();
    return request.unchanged(etag, gzip).orElseGet(() -> whole(gzip)).cache(cache);
  }

  private Reply whole(boolean gzip) {
    Reply reply =
        Reply.shared(mediaType, SharedBuffers.of(gzip ? gzipped : plain))
            .etag(Conditional.etag(etag, gzip));
    return gzip ? reply.header("Content-Encoding", "gzip") : reply;
  }
}
