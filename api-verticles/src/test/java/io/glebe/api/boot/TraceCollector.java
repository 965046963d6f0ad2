package io.glebe.api.boot;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.zip.GZIPInputStream;

/** Receives traces by OTLP over HTTP, as an OpenTelemetry collector does. */
final class TraceCollector implements AutoCloseable {
  /**
   * A span.
   *
   * @param parent empty for the first of a trace
   * @param kind 1 internal, 2 server, 3 client, 5 consumer
   * @param links ids of other spans
   */
  record Received(
      String trace,
      String id,
      String parent,
      String name,
      int kind,
      Map<String, String> values,
      List<String> links) {}

  private final HttpServer server;
  private final List<Received> spans = new CopyOnWriteArrayList<>();
  private final List<String> authorizations = new CopyOnWriteArrayList<>();

  TraceCollector() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/traces", this::receive);
    server.start();
  }

  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** The spans of a trace that have been received. */
  List<Received> of(String trace) {
    return spans.stream().filter(span -> span.trace.equals(trace)).toList();
  }

  List<Received> all() {
    return List.copyOf(spans);
  }

  List<String> authorizations() {
    return List.copyOf(authorizations);
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
      byte[] body;
      try (GZIPInputStream in = new GZIPInputStream(exchange.getRequestBody())) {
        body = in.readAllBytes();
      }
      within(body, 1, resource -> within(resource, 2, scope -> within(scope, 2, this::span)));
      exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
      exchange.sendResponseHeaders(200, -1);
    }
  }

  /** What a message of protocol buffers has in one of its fields. */
  private interface Part {
    void read(byte[] message);
  }

  private static void within(byte[] message, int field, Part part) {
    fields(
        message,
        (number, value) -> {
          if (number == field) {
            part.read((byte[]) value);
          }
        });
  }

  private void span(byte[] message) {
    Map<Integer, Object> of = new TreeMap<>();
    Map<String, String> values = new TreeMap<>();
    List<String> links = new ArrayList<>();
    fields(
        message,
        (number, value) -> {
          switch (number) {
            case 9 -> attribute((byte[]) value, values);
            case 13 -> within((byte[]) value, 2, id -> links.add(hex(id)));
            default -> of.put(number, value);
          }
        });
    spans.add(
        new Received(
            hex(of.get(1)),
            hex(of.get(2)),
            hex(of.getOrDefault(4, new byte[0])),
            new String((byte[]) of.get(5), StandardCharsets.UTF_8),
            ((Long) of.get(6)).intValue(),
            values,
            links));
  }

  private static String hex(Object bytes) {
    return HexFormat.of().formatHex((byte[]) bytes);
  }

  private static void attribute(byte[] message, Map<String, String> values) {
    String[] pair = {"", ""};
    fields(
        message,
        (number, value) -> {
          if (number == 1) {
            pair[0] = new String((byte[]) value, StandardCharsets.UTF_8);
          } else {
            fields(
                (byte[]) value,
                (type, one) ->
                    pair[1] =
                        one instanceof byte[] text
                            ? new String(text, StandardCharsets.UTF_8)
                            : one.toString());
          }
        });
    values.put(pair[0], pair[1]);
  }

  private static void fields(byte[] message, BiConsumer<Integer, Object> field) {
    ByteBuffer in = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
    while (in.hasRemaining()) {
      int tag = (int) varint(in);
      Object value =
          switch (tag & 7) {
            case 0 -> varint(in);
            case 1 -> in.getLong();
            case 5 -> (long) in.getInt();
            default -> {
              byte[] bytes = new byte[(int) varint(in)];
              in.get(bytes);
              yield bytes;
            }
          };
      field.accept(tag >>> 3, value);
    }
  }

  private static long varint(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = in.get();
      value |= (long) (next & 0x7F) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
