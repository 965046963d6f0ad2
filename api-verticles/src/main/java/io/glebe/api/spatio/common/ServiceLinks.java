package io.glebe.api.spatio.common;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.ogc.Links;

/** Links that several landing pages share. */
public final class ServiceLinks {
  static final String OPENAPI_31 = "application/vnd.oai.openapi+json;version=3.1";
  static final String OPENAPI_30 = "application/vnd.oai.openapi+json;version=3.0";

  private ServiceLinks() {}

  /** Links to the OpenAPI documents and to the documentation page. */
  public static void interfaces(ArrayNode links, ApiRequest request) {
    String v31 = request.links().to("/api/v2/openapi.json");
    String v30 = request.links().to("/api/v2/openapi-3.0.json");
    Links.add(links, "service-desc", v30, OPENAPI_30, "the interface, OpenAPI 3.0");
    Links.add(links, "service-desc", v31, OPENAPI_31, "the interface, OpenAPI 3.1");
    Links.add(
        links, "service-doc", request.links().to("/docs/"), "text/html", "the interface to browse");
  }
}
