package io.glebe.api.http;

import io.glebe.api.http.header.Ascii;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Status and headers of a response, with the caching and security headers that every response has.
 * The ordinary writer copies them to a Vert.x response; the fast path writes the encoded form of a
 * cached response (RFC 9112). Immutable; thread-safe.
 */
public final class ResponseHead {
  private static final int COLON_AND_SPACE = ':' << 8 | ' ';
  private static final int END_OF_LINE = '\r' << 8 | '\n';

  private static final String ALWAYS = "Accept, Accept-Encoding, Origin";
  private static final AsciiString PRIVATE_VARY = Ascii.value("Authorization, Cookie, " + ALWAYS);
  private static final AsciiString PUBLIC_VARY = Ascii.value(ALWAYS);
  private static final Pattern NAMES = Pattern.compile(", ?");
  private static final AsciiString PRIVATE = Ascii.value("private, no-cache");
  private static final AsciiString CHECKED = Ascii.value("no-cache");
  private static final AsciiString NEVER = Ascii.value("no-store");
  private static final AsciiString NO_SNIFFING = Ascii.value("nosniff");

  private static final byte[] NOT_ENCODED = {};

  private final int status;

  /** Names and values, alternating. */
  private final AsciiString[] lines;

  /** The encoded status line and headers; empty for a head that is used once. */
  private final byte[] bytes;

  private ResponseHead(int status, List<Reply.Header> headers, boolean encoded) {
    this.status = status;
    this.lines = new AsciiString[2 * headers.size()];
    for (int i = 0; i < headers.size(); i++) {
      lines[2 * i] = Ascii.name(headers.get(i).name());
      lines[2 * i + 1] = Ascii.wire(headers.get(i).value());
    }
    this.bytes = encoded ? bytes(status, lines) : NOT_ENCODED;
  }

  private static byte[] bytes(int status, AsciiString[] lines) {
    ByteBuf text = Unpooled.buffer();
    ByteBufUtil.writeAscii(text, "HTTP/1.1 " + HttpResponseStatus.valueOf(status));
    text.writeShort(END_OF_LINE);
    for (int i = 0; i < lines.length; i += 2) {
      line(text, lines[i], lines[i + 1]);
    }
    return ByteBufUtil.getBytes(text);
  }

  /**
   * The head of a reply that is sent once.
   *
   * @param protectedData whether the operation needs a token
   */
  public static ResponseHead of(Reply reply, boolean protectedData) {
    complete(reply, protectedData);
    return new ResponseHead(reply.status(), reply.headers(), false);
  }

  /** The encoded head of a cached reply of an operation that needs a token, with Content-Length. */
  public static ResponseHead cached(Reply reply) {
    return cached(reply, true);
  }

  /** The same of a reply that may be for everybody. */
  public static ResponseHead cached(Reply reply, boolean protectedData) {
    complete(reply, protectedData);
    if (reply.payload() instanceof Reply.Payload.Bytes(Buffer body) && reply.status() == 200) {
      reply.header("Content-Length", Integer.toString(body.length()));
    }
    return new ResponseHead(reply.status(), reply.headers(), true);
  }

  /** Adds the caching and security headers that the reply does not set itself. */
  private static void complete(Reply reply, boolean protectedData) {
    if (!reply.has("Cache-Control")) {
      AsciiString shared = protectedData ? PRIVATE : CHECKED;
      reply.header("Cache-Control", reply.status() >= 400 ? NEVER : shared);
    }
    if (reply.status() < 400) {
      vary(reply, protectedData ? PRIVATE_VARY : PUBLIC_VARY);
    }
    PageHeaders.complete(reply);
    if (!reply.has("X-Content-Type-Options")) {
      reply.header("X-Content-Type-Options", NO_SNIFFING);
    }
  }

  /** Adds the header names that all responses depend on to those of the endpoint. */
  private static void vary(Reply reply, AsciiString all) {
    String own = reply.find("Vary").orElse("");
    if (own.isEmpty()) {
      reply.header("Vary", all);
      return;
    }
    StringBuilder names = new StringBuilder(all);
    List<String> known = NAMES.splitAsStream(all.toString().toLowerCase(Locale.ROOT)).toList();
    NAMES
        .splitAsStream(own)
        .filter(name -> !known.contains(name.toLowerCase(Locale.ROOT)))
        .forEach(name -> names.append(", ").append(name));
    reply.header("Vary", names.toString());
  }

  public int status() {
    return status;
  }

  public void addTo(MultiMap headers) {
    for (int i = 0; i < lines.length; i += 2) {
      headers.add(lines[i], lines[i + 1]);
    }
  }

  /** Writes the encoded form; the caller adds {@link #line lines} and the {@link #end}. */
  public void writeTo(ByteBuf wire) {
    wire.writeBytes(bytes);
  }

  public static void line(ByteBuf wire, AsciiString name, AsciiString value) {
    ByteBufUtil.copy(name, wire);
    wire.writeShort(COLON_AND_SPACE);
    ByteBufUtil.copy(value, wire);
    wire.writeShort(END_OF_LINE);
  }

  public static void end(ByteBuf wire) {
    wire.writeShort(END_OF_LINE);
  }
}
