package io.glebe.core.problem;

/**
 * The closed list of problem types. Clients branch on the slug, the last segment of the problem's
 * {@code type} URI; each type has a page of its own at that address.
 */
public enum ProblemType {
  MALFORMED_REQUEST(
      "malformed-request",
      400,
      "Malformed request",
      "The request cannot be read: broken JSON, a parameter that does not parse, an id that is no"
          + " lower-case UUID, a limit out of range."),
  INVALID_ENTITY(
      "invalid-entity",
      400,
      "Invalid entity",
      "The body of a SensorThings request can be read, but breaks the rules named in violations."),
  UNAUTHORIZED(
      "unauthorized",
      401,
      "Unauthorized",
      "The access token is missing, expired, revoked or not meant for this API."),
  FORBIDDEN(
      "forbidden",
      403,
      "Forbidden",
      "The caller has no right for this operation here, or the scopes of the token do not grant"
          + " it."),
  NOT_FOUND("not-found", 404, "Not found", "There is no resource at this address."),
  METHOD_NOT_ALLOWED(
      "method-not-allowed",
      405,
      "Method not allowed",
      "The address exists, but not for this method; the header Allow names the methods that work."),
  NOT_ACCEPTABLE(
      "not-acceptable",
      406,
      "Not acceptable",
      "None of the media types that the client accepts can be produced here."),
  REQUEST_TIMEOUT(
      "request-timeout", 408, "Request timeout", "The body of the request arrived too slowly."),
  CONFLICT(
      "conflict", 409, "Conflict", "The request contradicts the present state of the resource."),
  INVALID_TRANSITION(
      "invalid-transition",
      409,
      "Invalid transition",
      "The state model does not allow this change of status."),
  DEPENDENT_RECORDS(
      "dependent-records",
      409,
      "Dependent records",
      "Other records depend on the record that was to be deleted."),
  IMMUTABLE_RECORD(
      "immutable-record",
      409,
      "Immutable record",
      "The record has been handed in or closed and can no longer be changed."),
  BUSINESS_KEY(
      "business-key",
      409,
      "Business key taken",
      "Another record already has the values that must be unique together."),
  GONE("gone", 410, "Gone", "What stood at this address has been removed for good."),
  PRECONDITION_FAILED(
      "precondition-failed",
      412,
      "Precondition failed",
      "If-Match or If-None-Match does not match the current version of the resource."),
  PAYLOAD_TOO_LARGE(
      "payload-too-large",
      413,
      "Payload too large",
      "The body of the request is larger than this endpoint accepts."),
  OVER_BUDGET(
      "over-budget",
      413,
      "Over budget",
      "Answering would cost more than one request may; the detail carries the estimate."),
  URI_TOO_LONG(
      "uri-too-long",
      414,
      "URI too long",
      "The address or its query is longer than the server accepts."),
  MISDIRECTED_REQUEST(
      "misdirected-request",
      421,
      "Misdirected request",
      "The host name of the request is none by which this platform is called."),
  UNSUPPORTED_MEDIA_TYPE(
      "unsupported-media-type",
      415,
      "Unsupported media type",
      "The body has a media type that this endpoint does not accept."),
  RANGE_NOT_SATISFIABLE(
      "range-not-satisfiable",
      416,
      "Range not satisfiable",
      "The requested range is outside of the resource."),
  INVALID_RECORD(
      "invalid-record",
      422,
      "Invalid record",
      "The body can be read, but breaks the rules named in violations."),
  FARM_REQUIRED(
      "farm-required",
      422,
      "Farm required",
      "Whoever has several farms, or has not worked on his farm yet, has to choose the farm of a"
          + " new Thing in its properties.farmId; violations list the farms."),
  REASON_REQUIRED(
      "reason-required",
      422,
      "Reason required",
      "Reported documentation may be changed only with the header Change-Reason."),
  PRECONDITION_REQUIRED(
      "precondition-required",
      428,
      "Precondition required",
      "This change must carry If-Match or If-None-Match."),
  TOO_MANY_REQUESTS(
      "too-many-requests",
      429,
      "Too many requests",
      "The caller sends too many requests; Retry-After gives the time of the next one."),
  HEADERS_TOO_LARGE(
      "headers-too-large",
      431,
      "Request headers too large",
      "The headers of the request are larger than the server accepts."),
  INTERNAL(
      "internal", 500, "Internal error", "The server failed; the request id leads to its log."),
  NOT_IMPLEMENTED(
      "not-implemented", 501, "Not implemented", "The method is unknown to this server."),
  BAD_GATEWAY(
      "bad-gateway",
      502,
      "Bad gateway",
      "A system behind the platform answered with something unusable."),
  TOO_BUSY(
      "too-busy",
      503,
      "Too busy",
      "The server is at its limits or not ready; Retry-After gives the time of the next attempt."),
  GATEWAY_TIMEOUT(
      "gateway-timeout",
      504,
      "Gateway timeout",
      "A system behind the platform did not respond in time.");

  private final String slug;
  private final int status;
  private final String title;
  private final String meaning;

  ProblemType(String slug, int status, String title, String meaning) {
    this.slug = slug;
    this.status = status;
    this.title = title;
    this.meaning = meaning;
  }

  /** The last segment of the type URI. */
  public String slug() {
    return slug;
  }

  /** The HTTP status, 400 to 599. */
  public int status() {
    return status;
  }

  /** A short title, the same for every occurrence. */
  public String title() {
    return title;
  }

  /** One sentence for the type's own page. */
  public String meaning() {
    return meaning;
  }
}
