package io.glebe.api.service;

import io.glebe.core.problem.Problem;
import io.glebe.core.service.ServiceSignIn;
import io.vertx.core.buffer.Buffer;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The form with which a service asks for a token (RFC 6749, section 4.4; RFC 7523). */
final class TokenForm {
  static final String MEDIA_TYPE = "application/x-www-form-urlencoded";

  static final String GRANT_TYPE = "grant_type";

  private static final String ASSERTION_TYPE =
      "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
  private static final int MAX_FIELDS = 20;

  private TokenForm() {}

  /** The credentials in a form; 400 for a form that cannot be read. */
  static ServiceSignIn.Credentials read(Buffer body) {
    Map<String, String> form = fields(body.toString(StandardCharsets.UTF_8));
    if (!form.containsKey(GRANT_TYPE)) {
      throw Problem.malformed(GRANT_TYPE + " is missing");
    }
    if (!"client_credentials".equals(form.get(GRANT_TYPE))) {
      throw Problem.malformedParameter(GRANT_TYPE, "must be client_credentials");
    }
    boolean asserted = form.containsKey("client_assertion");
    if (asserted && !ASSERTION_TYPE.equals(form.get("client_assertion_type"))) {
      throw Problem.malformed("client_assertion_type must be " + ASSERTION_TYPE);
    }
    return new ServiceSignIn.Credentials(
        Optional.ofNullable(form.get("client_id")),
        Optional.ofNullable(form.get("client_secret")),
        Optional.ofNullable(form.get("client_assertion")));
  }

  private static Map<String, String> fields(String text) {
    String[] pairs = text.split("&", MAX_FIELDS + 1);
    if (pairs.length > MAX_FIELDS) {
      throw Problem.malformed("the form has too many fields");
    }
    Map<String, String> form = new HashMap<>();
    for (String pair : pairs) {
      String[] parts = pair.split("=", 2);
      if (parts.length == 2 && form.put(decoded(parts[0]), decoded(parts[1])) != null) {
        throw Problem.malformed("a field is repeated");
      }
    }
    return form;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw Problem.malformed("the form is not encoded correctly");
    }
  }
}
