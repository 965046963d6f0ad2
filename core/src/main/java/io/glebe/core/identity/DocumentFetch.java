package io.glebe.core.identity;

import com.nimbusds.jose.util.JSONObjectUtils;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Fetches small JSON objects by GET, with limits on time and size. */
public final class DocumentFetch {
  /** Maximum size of a document in bytes. */
  static final int MAX_BYTES = 256 * 1024;

  private final HttpClient client;
  private final Duration timeout;

  /**
   * @param client shared; not closed here
   * @param timeout for the whole response
   */
  public DocumentFetch(HttpClient client, Duration timeout) {
    this.client = client;
    this.timeout = timeout;
  }

  /**
   * The JSON object at this URL; fails for any response but a 200 with a JSON object. Called on a
   * context of Vert.x: elsewhere a short response may end before it is listened to.
   */
  public Future<Map<String, Object>> json(String url) {
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.GET)
            .setAbsoluteURI(checked(url))
            .setFollowRedirects(false)
            .setIdleTimeout(timeout.toMillis())
            .putHeader("Accept", "application/json");
    return client
        .request(options)
        .compose(request -> request.send().compose(DocumentFetch::body))
        .timeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
        .map(DocumentFetch::parse);
  }

  /** Plain HTTP is allowed on the loopback interface only; keys sent over it can be replaced. */
  private static String checked(String url) {
    URI uri = URI.create(url);
    boolean loopback =
        uri.getHost() != null && uri.getHost().matches("localhost|127\\.0\\.0\\.1|\\[::1]");
    if (!"https".equals(uri.getScheme()) && !("http".equals(uri.getScheme()) && loopback)) {
      throw new IllegalStateException("the identity provider must be reached by https");
    }
    return url;
  }

  private static Future<Buffer> body(HttpClientResponse response) {
    Promise<Buffer> promise = Promise.promise();
    response.exceptionHandler(promise::tryFail);
    if (response.statusCode() != 200) {
      promise.fail("status " + response.statusCode());
      response.request().reset();
      return promise.future();
    }
    Buffer body = Buffer.buffer();
    response.endHandler(end -> promise.tryComplete(body));
    response.handler(
        part -> {
          body.appendBuffer(part);
          if (body.length() > MAX_BYTES) {
            promise.tryFail("the document is too large");
            response.request().reset();
          }
        });
    return promise.future();
  }

  private static Map<String, Object> parse(Buffer body) {
    try {
      return JSONObjectUtils.parse(body.toString(StandardCharsets.UTF_8));
    } catch (ParseException e) {
      throw new IllegalStateException("the document is no JSON object");
    }
  }
}
