package io.glebe.api.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/**
 * Cache of parsed request targets for which an endpoint has cached a value with {@link
 * ApiRequest#cacheForTarget}. Parsing a target always gives the same result; the endpoint checks
 * each time whether the cached value is still valid for the caller. Thread-safe.
 */
public final class RequestTargetCache {
  /** Longer targets are parsed each time. */
  private static final int MAX_CHARACTERS = 1024;

  private final Cache<String, RequestTarget> targets;

  /**
   * @param size most targets that are kept
   */
  public RequestTargetCache(int size) {
    targets = Caffeine.newBuilder().maximumSize(size).executor(Runnable::run).build();
  }

  /** The target of a GET or HEAD request; null for an unknown one. */
  public @Nullable RequestTarget find(HttpServerRequest request) {
    return isRead(request) ? find(request.uri()) : null;
  }

  /** The parsed target; null for an unknown one. */
  public @Nullable RequestTarget find(String uri) {
    return targets.getIfPresent(uri);
  }

  /** Adds the target of a GET or HEAD request. */
  void put(HttpServerRequest request, RequestTarget target) {
    if (isRead(request) && request.uri().length() <= MAX_CHARACTERS) {
      targets.put(request.uri(), target);
    }
  }

  private static boolean isRead(HttpServerRequest request) {
    return request.method().equals(HttpMethod.GET) || request.method().equals(HttpMethod.HEAD);
  }
}
