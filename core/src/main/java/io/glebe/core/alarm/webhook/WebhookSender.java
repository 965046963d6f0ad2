package io.glebe.core.alarm.webhook;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * Sends one message to a checked address. Follows no redirects, which would lead elsewhere, and
 * reads no body of an answer.
 */
final class WebhookSender implements AutoCloseable {
  private static final int HTTPS = 443;
  private static final int HTTP = 80;
  private static final int CONNECTIONS = 16;

  private final HttpClientAgent client;
  private final Duration timeout;

  WebhookSender(Vertx vertx, Duration timeout) {
    this.timeout = timeout;
    this.client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setKeepAlive(false)
                .setConnectTimeout((int) timeout.toMillis())
                .setMaxHeaderSize(16_384),
            new PoolOptions().setHttp1MaxSize(CONNECTIONS).setMaxWaitQueueSize(CONNECTIONS));
  }

  /** A message and its place. */
  record Message(URI url, Map<String, String> headers, Buffer body) {
    /** A message to a webhook, signed with its secret. */
    static Message signed(UUID id, URI url, byte[] secret, String body) {
      Instant now = Instant.now();
      return new Message(
          url,
          Map.of(
              "Content-Type", "application/json",
              "webhook-id", id.toString(),
              "webhook-timestamp", Long.toString(now.getEpochSecond()),
              "webhook-signature", WebhookSignature.of(secret, id, now, body)),
          Buffer.buffer(body));
    }
  }

  /** The status of the answer. */
  Future<Integer> send(Message message, InetAddress address) {
    boolean secure = "https".equals(message.url().getScheme());
    int usual = secure ? HTTPS : HTTP;
    int port = message.url().getPort() < 0 ? usual : message.url().getPort();
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setServer(SocketAddress.inetSocketAddress(port, address.getHostAddress()))
            .setHost(message.url().getHost().replaceAll("^\\[|]$", ""))
            .setPort(port)
            .setSsl(secure)
            .setURI(target(message.url()))
            .setFollowRedirects(false)
            .putHeader("User-Agent", "Glebe");
    message.headers().forEach(options::putHeader);
    return sent(client, options, message.body()).timeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  private Future<Integer> sent(HttpClient http, RequestOptions options, Buffer body) {
    return http.request(options)
        .compose(request -> status(request, body).onComplete(done -> request.reset()));
  }

  private Future<Integer> status(HttpClientRequest request, Buffer body) {
    return request
        .idleTimeout(timeout.toMillis())
        .send(body)
        .map(
            response -> {
              response.exceptionHandler(end -> {}); // its body is not wanted
              return response.statusCode();
            });
  }

  private static String target(URI url) {
    String path = url.getRawPath().isEmpty() ? "/" : url.getRawPath();
    return url.getRawQuery() == null ? path : path + "?" + url.getRawQuery();
  }

  @Override
  public void close() {
    client.close();
  }
}
