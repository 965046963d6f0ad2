package io.glebe.api.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.TestPlatform;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A user's browser at the shared platform or at another one. It keeps cookies and does not follow
 * redirects automatically.
 */
final class SignedInBrowser {
  private static final Pattern TRANSACTION =
      Pattern.compile("name=\"transaction\" value=\"([^\"]+)\"");

  private final URI base;
  private final HttpClient client;

  /** At the shared platform. */
  SignedInBrowser() {
    this(TestPlatform.shared().uri("/"), HttpClient.newBuilder());
  }

  /**
   * At any platform.
   *
   * @param builder of the HTTP client; the cookie handler is added
   */
  SignedInBrowser(URI base, HttpClient.Builder builder) {
    this.base = base;
    this.client = builder.cookieHandler(new CookieManager()).build();
  }

  private HttpRequest.Builder at(String address) {
    return HttpRequest.newBuilder(base.resolve(address));
  }

  /** A browser in which the given user has signed in at the console. */
  static SignedInBrowser of(String user) {
    SignedInBrowser browser = new SignedInBrowser();
    HttpResponse<String> back = browser.get(browser.callback(user, "/console/"));
    assertThat(back.statusCode()).isEqualTo(303);
    return browser;
  }

  /** Performs the sign-in up to the redirect that carries the code, and returns its address. */
  String callback(String user, String target) {
    String query = "?return=" + URLEncoder.encode(target, StandardCharsets.UTF_8);
    HttpResponse<String> login = get("/console/session/login" + query);
    assertThat(login.statusCode()).isEqualTo(302);
    return consent(location(login), user);
  }

  /** Chooses the user on the provider's page. */
  String consent(String authorize, String user) {
    HttpResponse<String> page = get(authorize);
    if (page.statusCode() / 100 == 3) {
      return location(page); // already signed in at the provider
    }
    Matcher form = TRANSACTION.matcher(page.body());
    assertThat(form.find()).isTrue();
    String body = "transaction=" + form.group(1) + "&user=" + user;
    return location(
        send(
            at("/dev/identity/authorize")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(body))));
  }

  static String location(HttpResponse<String> response) {
    return response.headers().firstValue("Location").orElseThrow();
  }

  /** Builds a request for a path or an absolute address. */
  static HttpRequest.Builder request(String address) {
    URI uri = address.startsWith("/") ? TestPlatform.shared().uri(address) : URI.create(address);
    return HttpRequest.newBuilder(uri);
  }

  HttpResponse<String> get(String address, String... headers) {
    HttpRequest.Builder request = at(address);
    return send(headers.length == 0 ? request : request.headers(headers));
  }

  HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  CompletableFuture<HttpResponse<String>> sendAsync(HttpRequest.Builder request) {
    return client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  String csrf() {
    return Json.parseObject(get("/console/session").body()).path("csrf").asText();
  }
}
