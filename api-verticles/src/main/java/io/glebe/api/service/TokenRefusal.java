package io.glebe.api.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.ResponseHeader;
import io.glebe.api.http.header.Accept;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemJson;
import java.util.List;

/**
 * Refusals of the token endpoint: problem documents that also are the error responses of RFC 6749,
 * section 5.2. A client that prefers {@code application/json} gets them with this media type.
 */
final class TokenRefusal {
  private static final List<String> TYPES = List.of(ProblemJson.MEDIA_TYPE, Json.MEDIA_TYPE);

  /** Characters that an error description must not have. */
  private static final String FORBIDDEN = "[^ !#-\\[\\]-~]";

  private TokenRefusal() {}

  /** The refusal for a failure; failures of the server and of limits stay as they are. */
  static Throwable of(ApiRequest request, Throwable failure) {
    if (!(failure instanceof Problem problem)) {
      return failure;
    }
    return switch (problem.status()) {
      case 400 -> with(request, problem, error(problem));
      case 401 -> with(request, problem, "invalid_client");
      default -> problem;
    };
  }

  private static String error(Problem problem) {
    boolean isOfGrant =
        problem.violations().stream().anyMatch(v -> v.where().equals(TokenForm.GRANT_TYPE));
    return isOfGrant ? "unsupported_grant_type" : "invalid_request";
  }

  private static Problem with(ApiRequest request, Problem problem, String error) {
    String type =
        Accept.choose(request.header("Accept").orElse(""), TYPES).orElse(ProblemJson.MEDIA_TYPE);
    return problem
        .withMember("error", error)
        .withMember("error_description", problem.detail().replaceAll(FORBIDDEN, "'"))
        .with("Content-Type", type);
  }

  /** The refusals as the published contract describes them. */
  static DocumentedResponse[] documented() {
    return new DocumentedResponse[] {
      answer(400, "the form cannot be read", ProblemJson.MEDIA_TYPE),
      answer(400, "the form cannot be read", Json.MEDIA_TYPE),
      answer(401, "the credentials are wrong", ProblemJson.MEDIA_TYPE)
          .with(ResponseHeader.WWW_AUTHENTICATE),
      answer(401, "the credentials are wrong", Json.MEDIA_TYPE)
          .with(ResponseHeader.WWW_AUTHENTICATE)
    };
  }

  private static DocumentedResponse answer(int status, String description, String mediaType) {
    return DocumentedResponse.of(status, description, mediaType, schema());
  }

  private static ObjectNode schema() {
    ObjectNode added =
        Members.of("The members of RFC 6749, section 5.2; absent where no form was read")
            .may(
                "error",
                Schemas.word("invalid_request", "invalid_client", "unsupported_grant_type")
                    .put("description", "the code of the error"))
            .may("error_description", Schemas.text("the same as detail"))
            .schema();
    ObjectNode schema = Json.object().put("title", "TokenError");
    schema.put("description", "A problem and an error of OAuth");
    schema.putArray("allOf").add(Schemas.record("Problem")).add(added);
    return schema;
  }
}
