package io.glebe.api.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.identity.TokenRules;
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

  private static final String GRANT = "client_credentials";
  private static final String CLIENT_ID = "client_id";
  private static final String CLIENT_SECRET = "client_secret";
  private static final String ASSERTION = "client_assertion";
  private static final String ASSERTION_TYPE = "client_assertion_type";
  private static final String SIGNED_JWT = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
  private static final int MAX_FIELDS = 20;

  private TokenForm() {}

  /** The schema of the members of the form. */
  static ObjectNode schema() {
    return Members.of("ServiceTokenRequest", "The credentials of a service; others are ignored")
        .must(GRANT_TYPE, Schemas.word(GRANT).put("description", "always the same"))
        .may(
            CLIENT_ID,
            Schemas.text("svc-<id of the service>; may be left out with an assertion")
                .put("maxLength", TokenRules.MAX_NAME_CHARS))
        .may(
            CLIENT_SECRET,
            Schemas.text("the secret, instead of an assertion")
                .put("maxLength", TokenRules.MAX_NAME_CHARS))
        .may(
            ASSERTION,
            Schemas.text("a JWT that the service has signed, instead of the secret")
                .put("maxLength", TokenRules.MAX_TOKEN_CHARS))
        .may(
            ASSERTION_TYPE,
            Schemas.word(SIGNED_JWT).put("description", "required with an assertion"))
        .anyOf(CLIENT_SECRET, ASSERTION)
        .schema();
  }

  /** The credentials in a form; 400 for a form that cannot be read. */
  static ServiceSignIn.Credentials read(Buffer body) {
    Map<String, String> form = fields(body.toString(StandardCharsets.UTF_8));
    if (!form.containsKey(GRANT_TYPE)) {
      throw Problem.malformed(GRANT_TYPE + " is missing");
    }
    if (!GRANT.equals(form.get(GRANT_TYPE))) {
      throw Problem.malformedParameter(GRANT_TYPE, "must be " + GRANT);
    }
    if (form.containsKey(ASSERTION) && !SIGNED_JWT.equals(form.get(ASSERTION_TYPE))) {
      throw Problem.malformed(ASSERTION_TYPE + " must be " + SIGNED_JWT);
    }
    return new ServiceSignIn.Credentials(
        Optional.ofNullable(form.get(CLIENT_ID)),
        Optional.ofNullable(form.get(CLIENT_SECRET)),
        Optional.ofNullable(form.get(ASSERTION)));
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
