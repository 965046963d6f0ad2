package io.glebe.api.devidentity;

import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.OAuth2Error;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;

/** A response of the development identity; caches must not store it. */
record OAuthReply(int status, Map<String, String> headers, String body) {
  static OAuthReply json(int status, String body) {
    return new OAuthReply(status, Map.of("Content-Type", "application/json"), body);
  }

  static OAuthReply html(int status, String body) {
    return new OAuthReply(
        status,
        Map.of(
            "Content-Type",
            "text/html; charset=utf-8",
            "Content-Security-Policy",
            "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri"
                + " 'none'",
            "Referrer-Policy",
            "no-referrer"),
        body);
  }

  static OAuthReply redirect(URI target) {
    return new OAuthReply(302, Map.of("Location", target.toString()), "");
  }

  /**
   * The error body of the token endpoint: 400, or 401 for an unknown client, with the challenge
   * that RFC 6749 requires.
   */
  static OAuthReply error(ErrorObject error) {
    int status = error.getCode().equals(OAuth2Error.INVALID_CLIENT.getCode()) ? 401 : 400;
    OAuthReply reply = json(status, error.toJSONObject().toString());
    return reply.status() == 401
        ? reply.with("WWW-Authenticate", "Basic realm=\"glebe development identity\"")
        : reply;
  }

  OAuthReply with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new OAuthReply(status, more, body);
  }
}
