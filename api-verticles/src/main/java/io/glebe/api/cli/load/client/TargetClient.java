package io.glebe.api.cli.load.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.glebe.api.cli.access.TokenPlace;
import io.glebe.api.cli.load.scenario.Audience;
import io.glebe.api.cli.load.scenario.LoadAnswer;
import io.glebe.api.cli.load.scenario.LoadRequest;
import io.glebe.core.json.Json;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.PemTrustOptions;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1.1 client of the target with a limited number of connections. A request without an answer
 * fails after {@link #TIMEOUT}.
 */
public final class TargetClient implements AutoCloseable {
  /** Longest wait for an answer, and for a connection. */
  public static final Duration TIMEOUT = Duration.ofSeconds(30);

  private static final int MOST_BODY = 32 * 1024 * 1024;
  private static final int EVENT_LOOPS = 2;

  /** Statuses after which the requests before and after a run are repeated. */
  private static final Set<Integer> BUSY = Set.of(429, 503);

  private static final int MOST_TRIES = 30;
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final String BEARER = "Bearer ";

  private final URI address;
  private final Vertx vertx;
  private final HttpClient client;
  private final AccessTokens tokens;

  /** The body is longer than {@link #MOST_BODY}. */
  private static final class TooLong extends IOException {
    private static final long serialVersionUID = 1L;
  }

  private TargetClient(URI address, Vertx vertx, HttpClient client, AccessTokens tokens) {
    this.address = address;
    this.vertx = vertx;
    this.client = client;
    this.tokens = tokens;
  }

  /**
   * Opens the client and gets its tokens.
   *
   * @param authority certificate of the authority that signed the target's; null trusts those of
   *     the Java runtime
   */
  public static TargetClient open(
      URI address, int connections, @Nullable Path authority, AccessTokens tokens)
      throws IOException {
    TokenPlace.require(address);
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(EVENT_LOOPS));
    boolean isTls = address.getScheme().equals("https");
    HttpClientOptions options =
        new HttpClientOptions()
            .setDefaultHost(address.getHost())
            .setDefaultPort(address.getPort() >= 0 ? address.getPort() : isTls ? 443 : 80)
            .setSsl(isTls)
            .setDecompressionSupported(false)
            .setConnectTimeout((int) TIMEOUT.toMillis());
    if (authority != null) {
      options.setTrustOptions(new PemTrustOptions().addCertPath(authority.toString()));
    }
    HttpClient client =
        vertx.createHttpClient(
            options, new PoolOptions().setHttp1MaxSize(connections).setEventLoopSize(EVENT_LOOPS));
    TargetClient target = new TargetClient(address, vertx, client, tokens);
    try {
      tokens.open(target);
      return target;
    } catch (IOException | RuntimeException e) {
      target.close();
      throw e;
    }
  }

  /** Renews tokens where it is time. */
  public void renewTokens() {
    tokens.renew();
  }

  /** Sends a request of a scenario. */
  public Future<LoadAnswer> send(LoadRequest request) {
    Map<String, String> headers = new HashMap<>();
    headers.put("Authorization", BEARER + tokens.of(request.audience()));
    String etag = request.etag().get();
    if (!etag.isEmpty()) {
      headers.put("If-None-Match", etag);
    }
    request.body().ifPresent(body -> headers.put("Content-Type", Json.MEDIA_TYPE));
    return send(
        request.method(), request.path(), headers, request.body(), request.reader().keepsBody());
  }

  Future<LoadAnswer> send(
      HttpMethod method,
      String path,
      Map<String, String> headers,
      Optional<Buffer> body,
      boolean keepsBody) {
    RequestOptions options =
        new RequestOptions()
            .setMethod(method)
            .setURI(base() + path)
            .setConnectTimeout(TIMEOUT.toMillis())
            .setIdleTimeout(TIMEOUT.toMillis());
    headers.forEach(options::putHeader);
    return client.request(options).compose(request -> answer(request, body, keepsBody));
  }

  private String base() {
    String path = address.getRawPath();
    return path == null ? "" : path.replaceFirst("/$", "");
  }

  private static Future<LoadAnswer> answer(
      HttpClientRequest request, Optional<Buffer> body, boolean keepsBody) {
    Future<HttpClientResponse> sent = body.isPresent() ? request.send(body.get()) : request.send();
    return sent.compose(response -> read(request, response, keepsBody));
  }

  private static Future<LoadAnswer> read(
      HttpClientRequest request, HttpClientResponse response, boolean keepsBody) {
    boolean isKept = keepsBody || response.statusCode() >= 400;
    Buffer kept = Buffer.buffer();
    long[] bytes = new long[1];
    response.handler(
        part -> {
          bytes[0] += part.length();
          if (isKept && bytes[0] <= MOST_BODY) {
            kept.appendBuffer(part);
          } else if (isKept) {
            request.reset(0, new TooLong());
          }
        });
    return response
        .end()
        .map(
            end ->
                new LoadAnswer(
                    response.statusCode(),
                    header(response, "ETag"),
                    header(response, "Server-Timing"),
                    kept,
                    bytes[0]));
  }

  private static String header(HttpClientResponse response, String name) {
    String value = response.getHeader(name);
    return value == null ? "" : value;
  }

  /** Waits for a result. */
  <T> T await(Future<T> future) throws IOException {
    try {
      return future
          .toCompletionStage()
          .toCompletableFuture()
          .get(2 * TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IOException(
          "the target at " + address + " does not answer: " + reason(e.getCause()), e);
    } catch (TimeoutException e) {
      throw new IOException("the target at " + address + " does not answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static String reason(@Nullable Throwable cause) {
    return cause == null ? "" : String.valueOf(cause.getMessage());
  }

  /** A GET; the JSON of the answer, or a missing node for an answer that is not of success. */
  JsonNode get(Audience audience, String path) throws IOException {
    LoadAnswer answer = call(audience, HttpMethod.GET, path, Optional.empty());
    return answer.isGood() ? json(answer) : MissingNode.getInstance();
  }

  /** A request that has to succeed; the JSON of the answer. */
  JsonNode require(Audience audience, HttpMethod method, String path, Optional<JsonNode> body)
      throws IOException {
    LoadAnswer answer = call(audience, method, path, body);
    if (!answer.isGood()) {
      throw new IOException("the target refused " + method + " " + path + ": " + detail(answer));
    }
    return json(answer);
  }

  LoadAnswer call(Audience audience, HttpMethod method, String path, Optional<JsonNode> body)
      throws IOException {
    return call(tokens.of(audience), method, path, body);
  }

  /** Deletes a record as the administrator of the development identity; empty without one. */
  Optional<LoadAnswer> deleteAsAdministrator(String path) throws IOException {
    Optional<String> token = tokens.administrator(this);
    return token.isEmpty()
        ? Optional.empty()
        : Optional.of(call(token.get(), HttpMethod.DELETE, path, Optional.empty()));
  }

  private LoadAnswer call(String token, HttpMethod method, String path, Optional<JsonNode> body)
      throws IOException {
    Map<String, String> headers = new HashMap<>();
    headers.put("Authorization", BEARER + token);
    headers.put("Accept", Json.MEDIA_TYPE);
    if (body.isPresent()) {
      headers.put("Content-Type", Json.MEDIA_TYPE);
    }
    Optional<Buffer> bytes = body.map(json -> Buffer.buffer(json.toString()));
    LoadAnswer answer = await(send(method, path, headers, bytes, true));
    for (int tries = 1; tries < MOST_TRIES && BUSY.contains(answer.status()); tries++) {
      pause();
      answer = await(send(method, path, headers, bytes, true));
    }
    return answer;
  }

  private static void pause() throws InterruptedIOException {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }

  static JsonNode json(LoadAnswer answer) {
    return answer.body().length() == 0
        ? MissingNode.getInstance()
        : Json.parse(answer.body().getBytes());
  }

  static String detail(LoadAnswer answer) {
    String body = answer.body().toString();
    String detail = body.startsWith("{") ? Json.parseObject(body).path("detail").asText("") : "";
    return answer.status() + (detail.isEmpty() ? "" : ", " + detail);
  }

  @Override
  public void close() {
    client.close().eventually(vertx::close).await();
  }
}
