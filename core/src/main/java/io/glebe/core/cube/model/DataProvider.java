package io.glebe.core.cube.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** An organization that has to do with the data of a collection, as in STAC. */
public final class DataProvider {
  public static final List<String> ROLES = List.of("producer", "licensor", "processor", "host");

  /** Maximum number of providers of a collection. */
  public static final int MAX = 100;

  /** An address that a provider or an extension may have. */
  public static final String ADDRESS = "https?://[!-~]{1,1000}";

  /** Longest name of a provider. */
  public static final int MAX_NAME = 1_000;

  /** Longest description of a provider. */
  public static final int MAX_DESCRIPTION = 20_000;

  private DataProvider() {}

  /** Whether this is a provider: a name, and description, roles and address if they are given. */
  public static boolean isValid(JsonNode value) {
    JsonNode name = value.path("name");
    JsonNode description = value.path("description");
    JsonNode roles = value.path("roles");
    JsonNode url = value.path("url");
    boolean good = isText(name, MAX_NAME) && !name.textValue().isEmpty();
    good &= description.isMissingNode() || isText(description, MAX_DESCRIPTION);
    good &= roles.isMissingNode() || roles.isArray() && roles.size() <= ROLES.size();
    for (JsonNode role : roles) {
      good &= role.isTextual() && ROLES.contains(role.textValue());
    }
    return good && (url.isMissingNode() || isAddress(url));
  }

  private static boolean isText(JsonNode value, int longest) {
    return value.isTextual() && value.textValue().length() <= longest;
  }

  public static boolean isAddress(JsonNode value) {
    return value.isTextual() && value.textValue().matches(ADDRESS);
  }
}
