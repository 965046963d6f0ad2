package io.glebe.api.http.fastpath;

import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.EncodedReply;
import io.glebe.core.access.Caller;
import java.util.Optional;

/**
 * What an endpoint has settled about an address ({@link ApiRequest#settle}) and can answer from
 * memory, without waiting and without a look at the request beyond its validator.
 */
public interface CachedResponse {
  /**
   * The answer, if it still holds and this caller may have it, both of which is asked each time;
   * empty sends the request the whole way, refusals too.
   *
   * @param held the header If-None-Match, if there is one
   */
  Optional<EncodedReply> answer(Caller caller, Optional<String> held);
}
