package io.glebe.core.partner;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.problem.Problem;
import io.vertx.core.Future;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Reads the partner's lists on behalf of one user. */
final class PartnerClient {
  /** A page of a list, and the reference to the next one. */
  record Page(List<PartnerEntity> entities, Optional<String> next) {}

  private final PartnerRequests requests;
  private final Bearer bearer;

  PartnerClient(PartnerRequests requests, Bearer bearer) {
    this.requests = requests;
    this.bearer = bearer;
  }

  /** A list of the partner: its path below the base, and the conversion of its entries. */
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
        throw Problem.notFound(
            "the partner has no resource at this address"); // no parent directories in the path
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
   * @param at reference from the previous page; empty for the first
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
