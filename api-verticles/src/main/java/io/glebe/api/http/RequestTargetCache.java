package io.glebe.api.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/**
 * Addresses that are read again and again, taken apart once: those for which an endpoint has said
 * so with {@link ApiRequest#settle}. What an address means never changes; whether what was settled
 * still holds, and for whom, the endpoint asks each time. Safe for threads.
 */
final class RequestTargetCache {
  /** Longer ones are taken apart each time. */
  private static final int MAX_CHARACTERS = 1024;

  private final Cache<String, RequestTarget> known;

  /**
   * @param size most addresses that are kept
   */
  RequestTargetCache(int size) {
    known = Caffeine.newBuilder().maximumSize(size).executor(Runnable::run).build();
  }

  /** The address of a request that reads; null for one that is not known. */
  @Nullable RequestTarget find(HttpServerRequest request) {
    return reads(request) ? find(request.uri()) : null;
  }

  /** What is known of an address; null for nothing. */
  @Nullable RequestTarget find(String uri) {
    return known.getIfPresent(uri);
  }

  /** Keeps the address of a request that reads. */
  void keep(HttpServerRequest request, RequestTarget address) {
    if (reads(request) && request.uri().length() <= MAX_CHARACTERS) {
      known.put(request.uri(), address);
    }
  }

  private static boolean reads(HttpServerRequest request) {
    return request.method().equals(HttpMethod.GET) || request.method().equals(HttpMethod.HEAD);
  }
}
