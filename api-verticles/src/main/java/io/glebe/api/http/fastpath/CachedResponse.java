package io.glebe.api.http.fastpath;

import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.EncodedReply;
import io.glebe.core.access.Caller;
import java.util.Optional;

/**
 * A value that an endpoint caches for a request target ({@link ApiRequest#cacheForTarget}). It can
 * produce a response from memory immediately. It needs no data of the request except the validator.
 */
public interface CachedResponse {
  /**
   * The reply, if it is still valid and this caller has access; both are checked each time. Empty
   * sends the request through the gateway, which also writes refusals.
   *
   * @param held the header If-None-Match, if there is one
   */
  Optional<EncodedReply> answer(Caller caller, Optional<String> held);
}
