package io.glebe.api.devidentity;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The parts of a request that the endpoints of the development identity use.
 *
 * @param query parameters of the address
 * @param form parameters of a form-encoded body
 * @param authorization the header of that name
 * @param cookies by name
 * @param source of the client, as {@link io.glebe.core.identity.FailureThrottle#source} counts it
 * @param foreignPage whether a browser sends it for a page of another origin
 */
record OAuthRequest(
    Map<String, List<String>> query,
    Map<String, List<String>> form,
    Optional<String> authorization,
    Map<String, String> cookies,
    String source,
    boolean foreignPage) {

  /** The parameter; empty unless it occurs exactly once. */
  static Optional<String> one(Map<String, List<String>> parameters, String name) {
    List<String> values = parameters.getOrDefault(name, List.of());
    return values.size() == 1 && !values.getFirst().isEmpty()
        ? Optional.of(values.getFirst())
        : Optional.empty();
  }
}
