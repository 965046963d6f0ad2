package io.glebe.api.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.json.Json;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The response of an operation: {@code Reply.json(record).etag("\"7\"")}. One thread creates and
 * completes it and then passes it on. A reply with an ETag to GET or HEAD automatically becomes a
 * 304 when the client already has that version.
 */
public final class Reply {
  /** The payload. */
  public sealed interface Payload {
    record Bytes(Buffer buffer) implements Payload {}

    /** Bytes that the process keeps anyway, so that a response which waits holds nothing. */
    record SharedBytes(Buffer buffer) implements Payload {}

    /**
     * Bytes that are written while the client reads.
     *
     * @param memory bytes of heap that the writer uses
     */
    record ByWriter(Writer writer, long memory) implements Payload {}

    record FilePart(Path path, long offset, long length) implements Payload {}

    /** A payload with its own head. */
    record Ready(EncodedReply ready) implements Payload {}
  }

  /**
   * Writes a long payload on a virtual thread; {@code write} waits while the client is slow, and
   * fails when the client has disconnected.
   */
  @FunctionalInterface
  public interface Writer {
    void write(OutputStream output) throws IOException;
  }

  private static final Payload NOTHING = new Payload.Bytes(Buffer.buffer(0));

  private final int status;
  private final Payload payload;
  private final List<Header> headers;

  /** A header of the response. */
  public record Header(String name, CharSequence value) {}

  private Reply(int status, Payload payload) {
    this(status, payload, new ArrayList<>(8));
  }

  private Reply(int status, Payload payload, List<Header> headers) {
    this.status = status;
    this.payload = payload;
    this.headers = headers;
  }

  /** A reply without a body. */
  public static Reply empty(int status) {
    return new Reply(status, NOTHING);
  }

  public static Reply noContent() {
    return empty(204);
  }

  /** 200 with JSON. */
  public static Reply json(JsonNode tree) {
    return json(200, tree);
  }

  public static Reply json(int status, JsonNode tree) {
    return bytes(status, Json.MEDIA_TYPE, Buffer.buffer(Json.bytes(tree)));
  }

  /** 200 with text that already is JSON. */
  public static Reply jsonText(String text) {
    return text(200, Json.MEDIA_TYPE, text);
  }

  /** Text in UTF-8. */
  public static Reply text(int status, String mediaType, String text) {
    return bytes(status, mediaType, Buffer.buffer(text.getBytes(StandardCharsets.UTF_8)));
  }

  public static Reply bytes(String mediaType, Buffer buffer) {
    return bytes(200, mediaType, buffer);
  }

  public static Reply bytes(int status, String mediaType, Buffer buffer) {
    return new Reply(status, new Payload.Bytes(buffer)).header("Content-Type", mediaType);
  }

  /** 200 with bytes that the process keeps for all responses; they are sent as they are. */
  public static Reply shared(String mediaType, Buffer buffer) {
    return new Reply(200, new Payload.SharedBytes(buffer)).header("Content-Type", mediaType);
  }

  /**
   * A payload that is written in parts on a virtual thread, with back-pressure; not started for
   * HEAD.
   */
  public static Reply written(int status, String mediaType, Writer writer) {
    return written(status, mediaType, 0, writer);
  }

  /**
   * The same for a writer with buffers of its own: the response is refused (429, 503) where there
   * is no memory for them.
   *
   * @param memory bytes of heap that the writer uses
   */
  public static Reply written(int status, String mediaType, long memory, Writer writer) {
    return new Reply(status, new Payload.ByWriter(writer, memory))
        .header("Content-Type", mediaType);
  }

  /** A reply in its encoded form. */
  public static Reply ready(EncodedReply ready) {
    return new Reply(ready.head().status(), new Payload.Ready(ready), List.of());
  }

  /** Part of a file. */
  public static Reply file(int status, String mediaType, Path path, long offset, long length) {
    return new Reply(status, new Payload.FilePart(path, offset, length))
        .header("Content-Type", mediaType);
  }

  public static Reply redirect(String location) {
    return empty(302).header("Location", location);
  }

  /** The same status and headers with another text. */
  public Reply with(String text) {
    Reply other =
        new Reply(status, new Payload.Bytes(Buffer.buffer(text.getBytes(StandardCharsets.UTF_8))));
    other.headers.addAll(headers);
    return other;
  }

  /** Sets a header. */
  public Reply header(String name, String value) {
    return header(name, (CharSequence) value);
  }

  /** Sets a header to an encoded value. */
  public Reply header(String name, CharSequence value) {
    headers.removeIf(header -> header.name().equalsIgnoreCase(name));
    headers.add(new Header(name, value));
    return this;
  }

  /** Adds one more value of a header, for example Link. */
  public Reply addHeader(String name, String value) {
    headers.add(new Header(name, value));
    return this;
  }

  /** The validator, with its quotes. */
  public Reply etag(String etag) {
    return header("ETag", etag);
  }

  /** The validator of a version. */
  public Reply version(long version) {
    return etag("\"" + version + "\"");
  }

  public Reply location(String address) {
    return header("Location", address);
  }

  /**
   * Cache-Control. The default is {@code private, no-cache} for operations that need a token, and
   * {@code no-cache} for others.
   */
  public Reply cache(String rule) {
    return header("Cache-Control", rule);
  }

  public int status() {
    return status;
  }

  public boolean isReady() {
    return payload instanceof Payload.Ready;
  }

  public Payload payload() {
    return payload;
  }

  public List<Header> headers() {
    return headers;
  }

  /** The first value of a header. */
  public Optional<String> find(String name) {
    for (Header header : headers) {
      if (header.name().equalsIgnoreCase(name)) {
        return Optional.of(header.value().toString());
      }
    }
    return Optional.empty();
  }

  public boolean has(String name) {
    return find(name).isPresent();
  }
}
