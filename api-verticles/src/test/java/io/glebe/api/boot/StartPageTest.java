package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

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
}
