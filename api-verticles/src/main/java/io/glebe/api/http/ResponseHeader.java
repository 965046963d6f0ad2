package io.glebe.api.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.guard.RateLimits;
import io.glebe.api.http.log.RequestId;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.api.http.schema.Schemas;
import java.util.List;

/**
 * A header of responses as the published contract describes it: {@code DocumentedResponse.json(201,
 * "created", schema).with(ResponseHeader.LOCATION)}.
 *
 * @param required whether every response with the status has it
 * @param schema its JSON Schema
 */
public record ResponseHeader(String name, boolean required, String description, ObjectNode schema) {

  public static final ResponseHeader ETAG =
      always(
          "ETag",
          "version of the resource: `If-None-Match` with it gets 304, and where an operation takes"
              + " `If-Match`, it acts only on that version",
          QuerySchemas.entityTag());

  public static final ResponseHeader LOCATION =
      always("Location", "address of what was created", Schemas.uri());

  /** The address of the next page, of forms that have no place for it in their body. */
  public static final ResponseHeader NEXT_PAGE =
      sometimes(
          "Link",
          "address of the next page with `rel=\"next\"`; absent on the last page",
          QuerySchemas.form("^<[^>]+>; rel=\"next\"$"));

  public static final ResponseHeader CONTENT_CRS =
      always(
          "Content-Crs",
          "URI of the coordinate system of all positions, in angle brackets",
          QuerySchemas.form("^<[^>]+>$"));

  public static final ResponseHeader CONTENT_DISPOSITION =
      always(
          "Content-Disposition",
          "whether browsers store or show the bytes, and the name of the file",
          QuerySchemas.form("^(attachment|inline)"));

  public static final ResponseHeader ACCEPT_RANGES =
      always("Accept-Ranges", "unit of ranges in `Range`", Schemas.word("bytes"));

  public static final ResponseHeader CONTENT_RANGE =
      always(
          "Content-Range",
          "first and last of the sent bytes, and the number of all bytes",
          QuerySchemas.form("^bytes \\d+-\\d+/\\d+$"));

  /** The length of bytes outside of which a range is. */
  public static final ResponseHeader UNSATISFIED_RANGE =
      always("Content-Range", "number of all bytes", QuerySchemas.form("^bytes \\*/\\d+$"));

  public static final ResponseHeader OVERRIDDEN =
      sometimes(
          "Glebe-Overridden",
          "attributes that this write has changed although another writer had changed them after"
              + " the version that this writer knew, separated by commas",
          Schemas.text());

  public static final ResponseHeader UNKNOWN_ATTRIBUTES =
      sometimes(
          "Glebe-Unknown-Attributes",
          "attributes of the body that the model does not have, separated by commas; they are"
              + " stored and returned",
          Schemas.text());

  public static final ResponseHeader TILE_COMPLETE =
      sometimes(
          "Glebe-Tile-Complete",
          "false: the tile has reached its limit, and some features are left out",
          Schemas.word("false"));

  /** For responses whose address may have a token. */
  public static final ResponseHeader REFERRER_POLICY =
      sometimes(
          "Referrer-Policy",
          "which part of the address browsers pass on; none of one with a token",
          Schemas.word("no-referrer"));

  public static final ResponseHeader CONTENT_SECURITY_POLICY =
      sometimes(
          "Content-Security-Policy",
          "what browsers may load and run while they show the response",
          Schemas.text());

  public static final ResponseHeader PRAGMA =
      always("Pragma", "for caches of HTTP/1.0", Schemas.word("no-cache"));

  public static final ResponseHeader RETRY_AFTER =
      always("Retry-After", "seconds until the next attempt", Schemas.integer().put("minimum", 1));

  public static final ResponseHeader ALLOW =
      always("Allow", "methods of the address, separated by commas", Schemas.text());

  public static final ResponseHeader WWW_AUTHENTICATE =
      always(
          "WWW-Authenticate",
          "challenge of RFC 6750 with the reason in `error`",
          QuerySchemas.form("^Bearer realm=\"[^\"]*\"(, (error|error_description)=\"[^\"]*\")*$"));

  /** The address of the sign-in, for sessions of the console. */
  public static final ResponseHeader SIGN_IN =
      sometimes(
          "Link",
          "address of the sign-in with `rel=\"login\"`, for sessions of the console",
          QuerySchemas.form("^<[^>]+>; rel=\"login\"$"));

  /** What an operation accepts in place of the media type or encoding that it refuses. */
  public static final List<ResponseHeader> ACCEPTED =
      List.of(
          sometimes("Accept", "media types of bodies, separated by commas", Schemas.text()),
          sometimes("Accept-Patch", "media types of patches, separated by commas", Schemas.text()),
          sometimes(
              "Accept-Encoding", "encodings of bodies; none of them", Schemas.word("identity")));

  /** Headers of all responses. */
  public static final List<ResponseHeader> COMMON =
      List.of(
          always(
              RequestId.NAME.toString(),
              "id of the request: that of the request's header, or a new one; it is in the log",
              QuerySchemas.form("^[A-Za-z0-9._:-]{1,128}$")),
          always(
              "Server-Timing",
              "times of the stages of the request in milliseconds",
              Schemas.text()),
          always("Cache-Control", "who may keep the response, and how long", Schemas.text()),
          sometimes(
              "Vary",
              "headers of requests on which the response depends, separated by commas",
              Schemas.text()),
          always(
              "X-Content-Type-Options",
              "browsers do not guess another media type",
              Schemas.word("nosniff")),
          sometimes(
              RateLimits.POLICY.toString(),
              "limits that apply to the caller: name, quota `q`, and window `w` in seconds; absent"
                  + " where there is none",
              Schemas.text()),
          sometimes(
              RateLimits.LIMIT.toString(),
              "what is left of the limits, `r`, and seconds until all of it is available, `t`",
              Schemas.text()));

  /** Headers of pages, which limit what browsers do with them. */
  public static final List<ResponseHeader> OF_PAGES =
      List.of(
          CONTENT_SECURITY_POLICY,
          sometimes("X-Frame-Options", "no page may show it in a frame", Schemas.word("DENY")),
          REFERRER_POLICY,
          sometimes("Permissions-Policy", "what the page may use of a device", Schemas.text()));

  private static ResponseHeader always(String name, String description, ObjectNode schema) {
    return new ResponseHeader(name, true, description, schema);
  }

  private static ResponseHeader sometimes(String name, String description, ObjectNode schema) {
    return new ResponseHeader(name, false, description, schema);
  }

  /** The same header where not every response with the status has it. */
  public ResponseHeader ifAny() {
    return sometimes(name, description, schema);
  }
}
