package io.glebe.api.ogc;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Reply;
import io.glebe.api.http.ResponseHeader;
import io.glebe.api.http.html.Html;
import io.glebe.api.http.html.HtmlDocument;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.json.Json;
import java.util.List;

/** Writes documents as JSON or HTML, selected by {@code Accept} or the parameter {@code f}. */
public final class Representation {
  /** Selects the media type where a client cannot send a header. */
  public static final Parameter FORMAT =
      Parameter.query(
          "f", "without it the Accept header decides", Schemas.word("json", "geojson", "html"));

  private static final String TITLE = "Glebe";

  private Representation() {}

  /** Whether HTML is requested; 400 for another value of {@code f}. */
  public static boolean isHtml(ApiRequest request, String mediaType) {
    return request
        .params()
        .choice("f", List.of("json", "geojson", "html"))
        .map("html"::equals)
        .orElseGet(
            () ->
                request
                    .negotiate(mediaType, Json.MEDIA_TYPE, Html.MEDIA_TYPE)
                    .equals(Html.MEDIA_TYPE));
  }

  /** The document in the requested form. */
  public static Reply of(ApiRequest request, ObjectNode document) {
    return isHtml(request, Json.MEDIA_TYPE) ? page(document) : Reply.json(document);
  }

  /** The same with an entity tag, which the HTML form does not have. */
  public static Reply of(ApiRequest request, ObjectNode document, String etag) {
    return isHtml(request, Json.MEDIA_TYPE) ? page(document) : Reply.json(document).etag(etag);
  }

  public static Reply page(ObjectNode document) {
    return Reply.text(200, Html.CONTENT_TYPE, HtmlDocument.of(document, TITLE));
  }

  /**
   * Adds both forms to the contract.
   *
   * @param schema of the JSON form
   * @param headers of the JSON form
   */
  public static Operation both(
      Operation operation, String mediaType, ObjectNode schema, ResponseHeader... headers) {
    return operation
        .takes(FORMAT)
        .answers(
            DocumentedResponse.of(200, "the document", mediaType, schema).with(headers),
            DocumentedResponse.of(200, "a page to read", Html.MEDIA_TYPE));
  }
}
