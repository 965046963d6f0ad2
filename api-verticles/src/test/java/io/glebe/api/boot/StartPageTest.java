package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The address {@code /}: a page for browsers, the identity of a service for API clients. */
class StartPageTest {
  private static final TestPlatform PLATFORM = TestPlatform.shared();
  private static final String BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8";

  private static HttpResponse<String> get(String path, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(PLATFORM.uri(path));
    return PLATFORM.raw(headers.length == 0 ? request : request.headers(headers));
  }

  @Test
  void aBrowserSeesAPageThatLeadsToSignInAndInterfaces() {
    HttpResponse<String> page = get("/", "Accept", BROWSER);
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Type").orElse("")).startsWith("text/html");
    assertThat(page.headers().firstValue("Vary").orElse("")).contains("Accept");
    assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
        .contains("default-src 'none'");
    assertThat(page.body())
        .contains("href=\"/console/\"", "href=\"/docs/\"")
        .doesNotContain("<script");
    for (String path : new String[] {"/console/", "/docs/", "/health/ready", "/v1/openapi.json"}) {
      assertThat(get(path).statusCode()).as(path).isEqualTo(200);
    }
  }

  @Test
  void apiClientsKeepTheIdentityOfTheService() {
    assertThat(get("/").statusCode()).isEqualTo(401);
    assertThat(get("/", "Accept", "application/json").statusCode()).isEqualTo(401);
    HttpResponse<String> json =
        get("/", "Accept", "application/json", "Authorization", "Bearer glebe-dev-token");
    assertThat(json.statusCode()).isEqualTo(200);
    assertThat(json.body()).contains("Glebe spatio-temporal API");
    HttpResponse<String> html =
        get("/", "Accept", BROWSER, "Authorization", "Bearer glebe-dev-token");
    assertThat(html.body()).contains("Glebe spatio-temporal API");
    assertThat(get("/?f=html", "Accept", BROWSER).statusCode()).isEqualTo(401);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/v2", "/v1/features", "/sta/v1.1/Things", "/v1/farms?limit=\"><b>"})
  void aBrowserWithoutASessionIsLedToTheSignIn(String path) {
    String address = path.replace("\"", "%22").replace("<", "%3C").replace(">", "%3E");
    HttpResponse<String> page = get(address, "Accept", BROWSER);
    assertThat(page.statusCode()).isEqualTo(401);
    assertThat(page.headers().firstValue("Content-Type").orElse("")).startsWith("text/html");
    assertThat(page.headers().firstValue("Vary").orElse("")).contains("Accept", "Cookie");
    assertThat(page.headers().firstValue("WWW-Authenticate")).isPresent();
    assertThat(page.body())
        .contains("/console/session/login?return=%2F" + address.substring(1, 3))
        .doesNotContain("<b>");
    for (String accept : new String[] {"*/*", "application/json", "application/json, text/html"}) {
      assertThat(get(address, "Accept", accept).body()).contains("\"status\":401");
    }
    assertThat(get(address, "Accept", BROWSER, "Authorization", "Bearer x").body())
        .contains("\"status\":401");
  }
}
