package io.glebe.core.partner;

import io.glebe.core.config.PartnerSettings.PartnerPaging;
import java.net.URI;
import java.time.Duration;

/**
 * The partner's platform as the settings describe it.
 *
 * @param name {@code externalProvider} of what is imported from there
 * @param base address of its API, with a slash at the end
 * @param authorize where a person allows the connection
 * @param token its token endpoint
 * @param clientId the platform's own name there
 * @param timeout for each request
 * @param importLimit most records of one import
 */
public record PartnerPlatform(
    String name,
    URI base,
    URI authorize,
    URI token,
    String clientId,
    String clientSecret,
    PartnerPaging paging,
    Duration timeout,
    int importLimit) {
  /** Leaves the secret out. */
  @Override
  public String toString() {
    return "PartnerPlatform[" + name + "]";
  }
}
