package io.glebe.api.openapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.fastpath.SharedBuffers;
import io.glebe.core.json.Json;
import io.glebe.zarr.digest.Sha256;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A document as bytes, encoded once. Its server address is the one by which a client calls the
 * platform, and is inserted for each request without a copy. Immutable.
 */
final class PublishedDocument {
  /** Stands for the server address until the document is sent. */
  static final String SERVER = "https://server.invalid";

  private static final int VERSION_BYTES = 12;

  private final byte[] start;
  private final byte[] rest;
  private final byte[] digest;
  private final GzipParts compressed;

  /**
   * @param document has {@link #SERVER} as the address of its only server
   */
  PublishedDocument(ObjectNode document) {
    byte[] whole = Json.bytes(document);
    byte[] place = SERVER.getBytes(StandardCharsets.UTF_8);
    int at = indexOf(whole, place);
    start = Arrays.copyOf(whole, at);
    rest = Arrays.copyOfRange(whole, at + place.length, whole.length);
    digest = Sha256.of(whole);
    compressed = new GzipParts(start, rest);
  }

  private static int indexOf(byte[] whole, byte[] part) {
    for (int i = 0; i <= whole.length - part.length; i++) {
      if (Arrays.equals(whole, i, i + part.length, part, 0, part.length)) {
        return i;
      }
    }
    throw new IllegalArgumentException("the document names no server");
  }

  /**
   * The document for clients of this address.
   *
   * @param server absolute, without characters that JSON escapes
   */
  Buffer at(String server) {
    return SharedBuffers.of(start, server.getBytes(StandardCharsets.UTF_8), rest);
  }

  /** The same with gzip. Both parts around the address are compressed once. */
  Buffer compressedAt(String server) {
    return compressed.with(server.getBytes(StandardCharsets.UTF_8));
  }

  /** The validator of the document for clients of this address. */
  String etag(String server) {
    var version = Sha256.start();
    version.update(digest);
    version.update(server.getBytes(StandardCharsets.UTF_8));
    return "\"" + HexFormat.of().formatHex(version.digest(), 0, VERSION_BYTES) + "\"";
  }
}
