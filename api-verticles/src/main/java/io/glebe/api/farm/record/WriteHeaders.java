package io.glebe.api.farm.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.header.Conditional;
import io.glebe.api.http.header.HeaderText;
import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.json.UuidSyntax;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.rule.farm.ReasonForChange;
import io.glebe.core.record.write.Preconditions;
import io.glebe.core.record.write.WriteRequest;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** Reads the headers of a write. */
public final class WriteHeaders {
  static final String JOB = "Processing-Job-Id";
  static final String REASON = "Change-Reason";
  static final String KNOWN = "Glebe-Known-Version";

  private WriteHeaders() {}

  /** The write of a request, with its preconditions, job and reason. */
  public static WriteRequest write(ApiRequest request, EntityType type, UUID id, ObjectNode body) {
    return write(request.caller(), request::header, type, id, body);
  }

  static WriteRequest write(
      Caller caller,
      Function<String, Optional<String>> headers,
      EntityType type,
      UUID id,
      ObjectNode body) {
    return WriteRequest.of(caller, type, id, body)
        .with(
            Preconditions.of(
                headers.apply("If-Match").map(Conditional::ofPlainForms),
                headers.apply("If-None-Match")))
        .withJob(headers.apply(JOB).map(WriteHeaders::job))
        .withReason(headers.apply(REASON).flatMap(WriteHeaders::reason))
        .withKnownVersion(headers.apply(KNOWN).map(WriteHeaders::known));
  }

  /** The processing job of the request. */
  public static Optional<UUID> job(ApiRequest request) {
    return request.header(JOB).map(WriteHeaders::job);
  }

  /** The reason of a change of reported documentation. */
  public static Optional<String> reason(ApiRequest request) {
    return request.header(REASON).flatMap(WriteHeaders::reason);
  }

  private static UUID job(String text) {
    String id = text.strip();
    if (!UuidSyntax.matches(id)) {
      throw Problem.malformed(JOB + " must be a UUID in lower case");
    }
    return UUID.fromString(id);
  }

  private static Optional<String> reason(String text) {
    String reason = HeaderText.decode(REASON, text);
    if (reason.length() > ReasonForChange.MAX_LENGTH) {
      throw Problem.invalid(
          Violation.header(
              "V16", REASON, "may have at most " + ReasonForChange.MAX_LENGTH + " characters"));
    }
    return reason.isBlank() ? Optional.empty() : Optional.of(reason);
  }

  private static Long known(String text) {
    String digits = Conditional.ofPlainForms(text).strip().replace("\"", "");
    if (!digits.matches("[0-9]{1,18}")) {
      throw Problem.malformed(KNOWN + " must be the ETag of the version last seen");
    }
    return Long.parseLong(digits);
  }
}
