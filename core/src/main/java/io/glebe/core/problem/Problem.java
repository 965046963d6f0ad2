package io.glebe.core.problem;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A refusal: {@code throw Problem.notFound("no field 7f…")}. Carries no stack trace, so that
 * refusing costs nothing. The detail is shown to the client: it never carries secrets, SQL or
 * personal data of others.
 */
public final class Problem extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ProblemType type;
  private final String detail;
  private final transient List<Violation> violations;
  private final transient Map<String, String> headers;
  private final transient Map<String, String> members;

  private Problem(
      ProblemType type,
      String detail,
      List<Violation> violations,
      Map<String, String> headers,
      Map<String, String> members) {
    super(detail, null, false, false);
    this.type = type;
    this.detail = detail;
    this.violations = List.copyOf(violations);
    this.headers = Map.copyOf(headers);
    this.members = Map.copyOf(members);
  }

  public static Problem of(ProblemType type, String detail) {
    return of(type, detail, List.of());
  }

  public static Problem of(ProblemType type, String detail, List<Violation> violations) {
    return new Problem(type, detail, violations, Map.of(), Map.of());
  }

  /** 400 that names no part of the request. */
  public static Problem malformed(String detail) {
    return of(ProblemType.MALFORMED_REQUEST, detail);
  }

  /** 400 for one malformed parameter. */
  public static Problem malformedParameter(String parameter, String detail) {
    return of(
        ProblemType.MALFORMED_REQUEST,
        parameter + ": " + detail,
        List.of(Violation.parameter("format", parameter, detail)));
  }

  /** 401 with the challenge that RFC 6750 asks for. */
  public static Problem unauthorized(String detail) {
    return of(ProblemType.UNAUTHORIZED, detail)
        .with("WWW-Authenticate", "Bearer realm=\"glebe\", error=\"invalid_token\"");
  }

  public static Problem forbidden(String detail) {
    return of(ProblemType.FORBIDDEN, detail);
  }

  public static Problem notFound(String detail) {
    return of(ProblemType.NOT_FOUND, detail);
  }

  public static Problem conflict(String detail) {
    return of(ProblemType.CONFLICT, detail);
  }

  public static Problem preconditionFailed(String detail) {
    return of(ProblemType.PRECONDITION_FAILED, detail);
  }

  /** 422 with one violation per fault; the detail is the first fault's. */
  public static Problem invalid(List<Violation> violations) {
    String first = violations.isEmpty() ? "the record is invalid" : violations.getFirst().detail();
    String rest = violations.size() > 1 ? " (and " + (violations.size() - 1) + " more)" : "";
    return of(ProblemType.INVALID_RECORD, first + rest, violations);
  }

  /** The same refusal with another type. */
  public Problem as(ProblemType other) {
    return new Problem(other, detail, violations, headers, members);
  }

  /** The same refusal with other pointers. */
  public Problem pointing(UnaryOperator<String> pointers) {
    List<Violation> moved =
        violations.stream().map(violation -> violation.pointing(pointers)).toList();
    return new Problem(type, detail, moved, headers, members);
  }

  /** 422 with one violation. */
  public static Problem invalid(Violation violation) {
    return invalid(List.of(violation));
  }

  /** 413 for a body over {@code limit} bytes. */
  public static Problem tooLarge(long limit) {
    return of(ProblemType.PAYLOAD_TOO_LARGE, "the body may have at most " + limit + " bytes");
  }

  /** 503 with Retry-After in seconds ({@link RetrySeconds}). */
  public static Problem tooBusy(String detail, int retryAfterSeconds) {
    return of(ProblemType.TOO_BUSY, detail).retryAfter(retryAfterSeconds);
  }

  public static Problem internal(String detail) {
    return of(ProblemType.INTERNAL, detail);
  }

  /** The same problem with one more response header. */
  public Problem with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new Problem(type, detail, violations, more, members);
  }

  /** The same problem with one more member of its document (RFC 9457, section 3.2). */
  public Problem withMember(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(members);
    more.put(name, value);
    return new Problem(type, detail, violations, headers, more);
  }

  /** The same problem with Retry-After in seconds ({@link RetrySeconds}). */
  public Problem retryAfter(long seconds) {
    return with("Retry-After", Long.toString(seconds));
  }

  /** The same problem with its subject before the detail. */
  public Problem about(String subject) {
    return new Problem(type, subject + ": " + detail, violations, headers, members);
  }

  public ProblemType type() {
    return type;
  }

  public int status() {
    return type.status();
  }

  public String detail() {
    return detail;
  }

  public List<Violation> violations() {
    return violations;
  }

  /**
   * Response headers that belong to the refusal: Allow, Retry-After, WWW-Authenticate,
   * Accept-Patch.
   */
  public Map<String, String> headers() {
    return headers;
  }

  /** Members of the problem document besides those that every problem has. */
  public Map<String, String> members() {
    return members;
  }
}
