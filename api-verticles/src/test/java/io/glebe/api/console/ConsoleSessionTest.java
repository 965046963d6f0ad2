package io.glebe.api.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.http.HeldBody;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The console's session over HTTP, with the development identity of the platform. */
final class ConsoleSessionTest {
  private static final String SESSION = "/console/session";

  private static String token(String user, String audience, String scope) {
    String form =
        "grant_type=urn:glebe:params:oauth:grant-type:development&user=%s&audience=%s&scope=%s"
            .formatted(user, audience, URLEncoder.encode(scope, StandardCharsets.UTF_8));
    HttpResponse<String> answer =
        TestPlatform.shared()
            .send(
                SignedInBrowser.request("/dev/identity/token")
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(BodyPublishers.ofString(form)));
    return Json.parseObject(answer.body()).path("access_token").asText();
  }

  private static HttpRequest.Builder organization() {
    UUID id = UUID.randomUUID();
    return SignedInBrowser.request("/v1/organizations/" + id)
        .header("Content-Type", "application/json")
        .PUT(
            BodyPublishers.ofString(
                "{\"id\":\"%s\",\"originType\":\"USER\",\"name\":\"Console\"}".formatted(id)));
  }

  @Test
  void withoutTheCookieNobodyIsSignedIn() {
    assertThat(TestPlatform.shared().send(SignedInBrowser.request(SESSION)).statusCode())
        .isEqualTo(401);
    assertThat(
            TestPlatform.shared()
                .send(SignedInBrowser.request(SESSION + "?absent=empty"))
                .statusCode())
        .isEqualTo(204);
    assertThat(TestPlatform.shared().send(SignedInBrowser.request("/v1/farms")).statusCode())
        .isEqualTo(401);
  }

  @Test
  void anUnknownCookieGivesNoAccess() {
    String invented = SessionCookies.SESSION + "=" + RandomText.next();
    for (String path : new String[] {SESSION, "/v1/farms", "/api/v2/collections"}) {
      HttpResponse<String> answer =
          TestPlatform.shared().send(SignedInBrowser.request(path).header("Cookie", invented));
      assertThat(answer.statusCode()).as(path).isEqualTo(401);
      assertThat(answer.headers().allValues("Link"))
          .as(path)
          .contains("</console/session/login>; rel=\"login\"");
    }
  }

  @Test
  void missingConsentLeadsToASignInThatAsksForIt() {
    for (OAuthError error :
        List.of(
            new OAuthError("access_denied", "no"),
            new OAuthError("invalid_scope", "Consent is missing"))) {
      Problem problem = SessionAuthenticator.refusal(error);
      assertThat(problem.status()).as(error.getMessage()).isEqualTo(401);
      assertThat(problem.headers().get("Link")).contains("?prompt=consent>; rel=\"login\"");
    }
    assertThat(SessionAuthenticator.refusal(new OAuthError("invalid_scope", "unknown")).status())
        .isEqualTo(403);

    HttpResponse<String> login =
        new SignedInBrowser().get(SESSION + "/login?prompt=consent&return=/console/");
    assertThat(login.headers().firstValue("Location").orElseThrow()).contains("prompt=consent");
  }

  @Test
  void theCookieIsHiddenFromScriptsAndOtherSites() {
    SignedInBrowser browser = new SignedInBrowser();
    HttpResponse<String> back = browser.get(browser.callback("owner", "/console/#page=map"));

    assertThat(SignedInBrowser.location(back)).isEqualTo("/console/#page=map");
    assertThat(back.headers().firstValue("Cache-Control")).contains("no-store");
    assertThat(back.headers().firstValue("Set-Cookie").orElseThrow())
        .startsWith(SessionCookies.SESSION + "=")
        .contains("; HttpOnly")
        .contains("; SameSite=Lax")
        .contains("; Path=/")
        .doesNotContain("Domain");
    assertThat(SessionCookies.set("x", true)).endsWith("; Secure");
  }

  @Test
  void thePageReceivesTheNameAndNoToken() {
    SignedInBrowser browser = SignedInBrowser.of("owner");
    HttpResponse<String> answer = browser.get(SESSION);

    JsonNode session = Json.parseObject(answer.body());
    assertThat(session.path("user").asText()).isEqualTo("owner");
    assertThat(session.path("subject").asText()).isEqualTo("owner");
    assertThat(session.path("csrf").isTextual()).isTrue();
    assertThat(session.path("services").isBoolean()).isTrue();
    assertThat(session).hasSize(4);
    assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
  }

  @ParameterizedTest
  @CsvSource({
    "owner, /v1/farms, farm-api, farm-read farm-write",
    "stranger, /v1/farms, farm-api, farm-read farm-write",
    "admin, /v1/users, farm-api, farm-read farm-write",
    "owner, /api/v2/collections, spatio-api, spatio-read spatio-write"
  })
  void aSessionGivesTheSameCallerAsTheUsersToken(
      String user, String path, String audience, String scope) {
    HttpResponse<String> bySession = SignedInBrowser.of(user).get(path);
    HttpResponse<String> byToken =
        TestPlatform.shared()
            .send(
                SignedInBrowser.request(path)
                    .header("Authorization", "Bearer " + token(user, audience, scope)));

    assertThat(bySession.statusCode()).isEqualTo(byToken.statusCode()).isIn(200, 403);
    JsonNode one = Json.parseObject(bySession.body());
    JsonNode other = Json.parseObject(byToken.body());
    if (bySession.statusCode() == 200) {
      String members = path.endsWith("collections") ? "collections" : "items";
      assertThat(one.path(members)).isEqualTo(other.path(members));
    }
    assertThat(one.path("title")).isEqualTo(other.path("title"));
    assertThat(bySession.headers().firstValue("Vary").orElse("Cookie")).contains("Cookie");
  }

  @Test
  void aChangeRequiresTheSecretOfTheSession() {
    SignedInBrowser browser = SignedInBrowser.of("owner");

    assertThat(browser.send(organization()).statusCode()).isEqualTo(403);
    assertThat(
            browser
                .send(organization().header(SameOriginPages.HEADER, RandomText.next()))
                .statusCode())
        .isEqualTo(403);
    HttpResponse<String> made =
        browser.send(organization().header(SameOriginPages.HEADER, browser.csrf()));
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
  }

  @Test
  void aPageThatBeganInAnotherSessionReadsNothing() {
    SignedInBrowser browser = SignedInBrowser.of("admin");
    String ofAnother = SignedInBrowser.of("owner").csrf();

    HttpResponse<String> read = browser.get("/v1/users", SameOriginPages.HEADER, ofAnother);
    assertThat(read.statusCode()).isEqualTo(401);
    assertThat(read.headers().firstValue("Link").orElseThrow()).contains("rel=\"login\"");
    assertThat(browser.get("/v1/users", SameOriginPages.HEADER, browser.csrf()).statusCode())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cross-site", "same-site"})
  void requestsOfOtherSitesCannotUseTheSession(String site) {
    SignedInBrowser browser = SignedInBrowser.of("admin");
    String csrf = browser.csrf();

    HttpResponse<String> change =
        browser.send(organization().headers(SameOriginPages.HEADER, csrf, "Sec-Fetch-Site", site));
    assertThat(change.statusCode()).isEqualTo(403);
    assertThat(browser.get("/v1/users", "Sec-Fetch-Site", site).statusCode()).isEqualTo(403);
    assertThat(browser.get(SESSION, "Sec-Fetch-Site", site).statusCode()).isEqualTo(403);
    assertThat(browser.get("/v1/users", "Sec-Fetch-Site", "same-origin").statusCode())
        .isEqualTo(200);
  }

  @Test
  void preflightsOfOtherOriginsAreRefused() {
    HttpResponse<String> preflight =
        TestPlatform.shared()
            .send(
                SignedInBrowser.request("/v1/organizations")
                    .headers(
                        "Origin", "https://evil.example", "Access-Control-Request-Method", "PUT")
                    .method("OPTIONS", BodyPublishers.noBody()));
    assertThat(preflight.headers().firstValue("Access-Control-Allow-Credentials")).isEmpty();
    assertThat(preflight.headers().firstValue("Access-Control-Allow-Headers").orElse(""))
        .doesNotContainIgnoringCase(SameOriginPages.HEADER);
  }

  @Test
  void anInvalidTokenIsRefusedDespiteAValidSession() {
    SignedInBrowser browser = SignedInBrowser.of("owner");
    assertThat(browser.get("/v1/farms", "Authorization", "Bearer nonsense").statusCode())
        .isEqualTo(401);
  }

  @Test
  void signOutEndsTheSessionHereAndAtTheProvider() {
    SignedInBrowser browser = SignedInBrowser.of("owner");
    HttpRequest.Builder bare = SignedInBrowser.request(SESSION).DELETE();
    assertThat(browser.send(bare).statusCode()).isEqualTo(403);
    assertThat(browser.get(SESSION).statusCode()).isEqualTo(200);
    String csrf = browser.csrf();

    HttpResponse<String> out =
        browser.send(
            SignedInBrowser.request(SESSION).DELETE().header(SameOriginPages.HEADER, csrf));

    assertThat(out.statusCode()).isEqualTo(200);
    assertThat(out.headers().firstValue("Set-Cookie").orElseThrow()).contains("Max-Age=0");
    assertThat(browser.get(SESSION).statusCode()).isEqualTo(401);
    String next = Json.parseObject(out.body()).path("next").asText();
    assertThat(next).startsWith(SignOutFlow.ENDED);
    String provider = SignedInBrowser.location(browser.get(next));
    assertThat(provider).contains("/dev/identity/end_session");
    assertThat(SignedInBrowser.location(browser.get(next))).isEqualTo("/console/"); // valid once
    assertThat(SignedInBrowser.location(browser.get(provider))).endsWith("/console/");
    HttpResponse<String> again = browser.get("/console/session/login");
    assertThat(browser.get(SignedInBrowser.location(again)).statusCode())
        .as("the provider asks who is there")
        .isEqualTo(200);
  }

  @Test
  void aRequestIsRefusedWhenItsUserSignsOutDuringTheBody() throws Exception {
    SignedInBrowser browser = SignedInBrowser.of("owner");
    String csrf = browser.csrf();
    UUID id = UUID.randomUUID();
    String text = "{\"id\":\"%s\",\"originType\":\"USER\",\"name\":\"Console\"}".formatted(id);
    HeldBody body = new HeldBody(text.getBytes(StandardCharsets.UTF_8));
    var answer =
        browser.sendAsync(
            SignedInBrowser.request("/v1/organizations/" + id)
                .header("Content-Type", "application/json")
                .header(SameOriginPages.HEADER, csrf)
                .expectContinue(true)
                .PUT(body));
    body.begin();

    browser.send(SignedInBrowser.request(SESSION).DELETE().header(SameOriginPages.HEADER, csrf));
    body.finish();

    assertThat(answer.get(1, TimeUnit.MINUTES).statusCode()).isEqualTo(401);
  }

  @Test
  void theProviderEndsTheSessionByBackChannel() {
    SignedInBrowser browser = SignedInBrowser.of("manager");
    SignedInBrowser other = SignedInBrowser.of("manager");

    browser.send(
        SignedInBrowser.request("/dev/identity/end_session")
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString("confirm=true")));

    Awaitility.await().until(() -> browser.get(SESSION).statusCode() == 401);
    assertThat(other.get(SESSION).statusCode()).as("another browser's sign-in").isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "logout_token=", "logout_token=a.b.c", "logout_token=x&logout_token=y"})
  void aForgedLogoutTokenEndsNoSession(String form) {
    HttpResponse<String> answer =
        TestPlatform.shared()
            .send(
                SignedInBrowser.request(SESSION + "/backchannel-logout")
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(BodyPublishers.ofString(form)));
    assertThat(answer.statusCode()).isEqualTo(400);
  }

  @Test
  void anAccessTokenIsRefusedAsALogoutToken() {
    String form = "logout_token=" + token("owner", "farm-api", "farm-read");
    HttpResponse<String> answer =
        TestPlatform.shared()
            .send(
                SignedInBrowser.request(SESSION + "/backchannel-logout")
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(BodyPublishers.ofString(form)));
    assertThat(answer.statusCode()).isEqualTo(400);
  }

  @Test
  void aSignInCompletesOnceAndOnlyInItsOwnBrowser() {
    SignedInBrowser browser = new SignedInBrowser();
    String callback = browser.callback("owner", "/console/");

    HttpResponse<String> elsewhere = new SignedInBrowser().get(callback);
    assertThat(elsewhere.statusCode()).isEqualTo(400);
    assertThat(elsewhere.headers().firstValue("Set-Cookie")).isEmpty();
    assertThat(browser.get(callback).statusCode()).isEqualTo(303);
    assertThat(browser.get(callback).statusCode()).isEqualTo(400);
  }

  @Test
  void aResponseOfAnotherProviderIsRefused() {
    SignedInBrowser browser = new SignedInBrowser();
    String callback =
        browser.callback("owner", "/console/").replaceAll("iss=[^&]+", "iss=https%3A%2F%2Fevil");
    assertThat(browser.get(callback).statusCode()).isEqualTo(400);
    assertThat(browser.get(SESSION).statusCode()).isEqualTo(401);
  }

  @Test
  void aRefusedSignInShowsAMessage() {
    SignedInBrowser browser = new SignedInBrowser();
    HttpResponse<String> page = browser.get(browser.callback("nobody", "/console/"));
    assertThat(page.statusCode()).isEqualTo(400);
    assertThat(page.body()).contains("You are not signed in");
  }

  @Test
  void aSignInAtAnotherHostNameIsRedirectedToTheRegisteredHostName() {
    String other =
        TestPlatform.shared().platform().address().replace("localhost", "127.0.0.1")
            + "/console/session/login?return=%2Fconsole%2F";
    HttpResponse<String> answer = TestPlatform.shared().send(SignedInBrowser.request(other));
    assertThat(SignedInBrowser.location(answer)).isEqualTo(other.replace("127.0.0.1", "localhost"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://evil.example/",
        "//evil.example/",
        "/console//evil",
        "/console/\\evil",
        "/console/../v1/farms",
        "/console/session/login",
        "/dev/identity/logout",
        "/console",
        "/v1/../console/session/login",
        "/api/v2\\evil",
        "/console/ x",
        "/console/\r\nSet-Cookie:a=b",
        ""
      })
  void signInReturnsOnlyToPagesOfTheConsole(String target) {
    assertThat(SignInFlow.target(target)).isEqualTo("/console/");
  }

  @Test
  void aSignInFromAnAddressOfAnApiReturnsToIt() {
    SignedInBrowser browser = new SignedInBrowser();
    String[] html = {"Accept", "text/html,application/xhtml+xml,*/*;q=0.8"};
    HttpResponse<String> refusal = browser.get("/v1/features?f=html", html);
    assertThat(refusal.statusCode()).isEqualTo(401);
    assertThat(refusal.headers().firstValue("WWW-Authenticate")).isPresent();
    assertThat(refusal.body())
        .contains("/console/session/login?return=%2Fv1%2Ffeatures%3Ff%3Dhtml");
    HttpResponse<String> back = browser.get(browser.callback("owner", "/v1/features?f=html"));
    assertThat(back.statusCode()).isEqualTo(200);
    assertThat(back.headers().firstValue("Refresh")).contains("0; url=/v1/features?f=html");
    HttpResponse<String> page = browser.get("/v1/features?f=html", html);
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Type").orElse("")).startsWith("text/html");
  }

  @Test
  void signInReturnsToALinkIntoTheMap() {
    String link =
        "/console/#page=map&collection=demo-s2&date=2026-07-05T10:00:31Z&view=15.5,46.0,14";
    assertThat(SignInFlow.target(link)).isEqualTo(link);
  }
}
