package io.glebe.api.cli.access;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The request for an access token of the development identity. */
public final class TokenRequestForm {
  public static final String PATH = "/dev/identity/token";
  public static final String MEDIA_TYPE = "application/x-www-form-urlencoded";

  private static final String GRANT = "urn:glebe:params:oauth:grant-type:development";
  private static final String FARM = "farm-api";

  private TokenRequestForm() {}

  /** The body of the request, for all scopes of the API. */
  public static String form(String user, String audience) {
    return form(user, "", audience, "");
  }

  /**
   * The body of the request.
   *
   * @param client client id in the token; empty for the one of the development identity
   * @param scope scopes, separated by spaces; empty for all scopes of the API
   */
  public static String form(String user, String client, String audience, String scope) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("grant_type", GRANT);
    fields.put("user", user);
    fields.put("client", client);
    fields.put("audience", audience);
    fields.put("scope", scope.isEmpty() && audience.equals(FARM) ? "farm-read farm-write" : scope);
    return fields.entrySet().stream()
        .filter(field -> !field.getValue().isEmpty())
        .map(
            field ->
                field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }
}
