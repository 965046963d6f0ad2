package io.glebe.core.partner;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.problem.Problem;
import io.vertx.core.Future;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The partner's lists on behalf of one person. */
final class PartnerClient {
  /** A page of a list, and where the next one is. */
  record Page(List<PartnerEntity> entities, Optional<String> next) {}

  private final PartnerRequests requests;
  private final Bearer bearer;

  PartnerClient(PartnerRequests requests, Bearer bearer) {
    this.requests = requests;
    this.bearer = bearer;
  }

  /** A list of the partner: its address below the base, and how its entries are read. */
  record Listing(String path, Function<JsonNode, PartnerEntity> reader) {
    static Listing organizations() {
      return new Listing("organizations", PartnerEntity::named);
    }

    static Listing farms(String organization) {
      return new Listing("organizations/" + encoded(organization) + "/farms", PartnerEntity::named);
    }

    static Listing fields(String organization, String farm) {
      return new Listing(
          "organizations/" + encoded(organization) + "/farms/" + encoded(farm) + "/fields",
          PartnerEntity::field);
    }

    private static String encoded(String segment) {
      if (segment.equals(".") || segment.equals("..")) {
        throw Problem.notFound("the partner knows nothing at this address"); // no step up the path
      }
      return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
    }
  }

  Future<List<PartnerEntity>> all(Listing listing) {
    return requests
        .all(listing.path(), bearer)
        .map(values -> values.stream().map(listing.reader()).toList());
  }

  /**
   * @param at where the page before said that this one is; empty for the first
   */
  Future<Page> page(Listing listing, Optional<String> at) {
    return requests
        .page(at.orElse(listing.path()), bearer)
        .map(
            page ->
                new Page(
                    page.values().stream().map(listing.reader()).toList(),
                    page.next().map(Object::toString)));
  }
}
