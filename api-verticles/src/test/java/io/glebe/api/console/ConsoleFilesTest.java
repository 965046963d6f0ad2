package io.glebe.api.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.TestPlatform;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses for the files of the console. */
final class ConsoleFilesTest {
  private static final String MODULE = "/console/assets/of-tests.mjs";

  private static HttpResponse<String> get(String path, String... headers) {
    return new SignedInBrowser().get(path, headers);
  }

  @Test
  void modulesHaveTheMediaTypeThatBrowsersRequire() {
    HttpResponse<String> module = get(MODULE);
    assertThat(module.statusCode()).isEqualTo(200);
    assertThat(module.headers().firstValue("Content-Type"))
        .contains("text/javascript; charset=utf-8");
    assertThat(module.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    assertThat(module.body()).contains("export const kind");
  }

  @Test
  void hashedFilesAreImmutableAndHaveAnEtag() {
    HttpResponse<String> module = get(MODULE);
    assertThat(module.headers().firstValue("Cache-Control").orElseThrow())
        .contains("immutable")
        .contains("public");
    String etag = module.headers().firstValue("ETag").orElseThrow();
    assertThat(get(MODULE, "If-None-Match", etag).statusCode()).isEqualTo(304);
  }

  @Test
  void compressedFilesHaveTheirOwnEtag() {
    String path = MODULE.replace("of-tests", "of-tests-long");
    String plain = get(path).headers().firstValue("ETag").orElseThrow();
    HttpResponse<String> packed = get(path, "Accept-Encoding", "gzip");
    assertThat(packed.headers().firstValue("Content-Encoding")).contains("gzip");
    String gzip = packed.headers().firstValue("ETag").orElseThrow();
    assertThat(gzip).isEqualTo(plain.replaceFirst("\"$", "-gzip\""));
    for (String held : new String[] {plain, gzip}) {
      HttpResponse<String> again = get(path, "If-None-Match", held);
      assertThat(again.statusCode()).isEqualTo(304);
      assertThat(again.headers().firstValue("ETag")).contains(held);
    }
  }

  @Test
  void thePolicyForbidsScriptsOfOtherHosts() {
    String policy = get(MODULE).headers().firstValue("Content-Security-Policy").orElseThrow();
    assertThat(policy)
        .contains("default-src 'none'")
        .contains("script-src 'self';")
        .contains("frame-ancestors 'none'")
        .doesNotContain("unsafe-inline", "unsafe-eval")
        .doesNotContain("http");
  }

  @Test
  void theServiceWorkerIsAskedForAtEachStart() {
    HttpResponse<String> worker = get("/console/of-tests-worker.js");
    assertThat(worker.headers().firstValue("Content-Type"))
        .contains("text/javascript; charset=utf-8");
    assertThat(worker.headers().firstValue("Cache-Control")).contains("no-cache");
    assertThat(worker.headers().firstValue("Content-Security-Policy").orElseThrow())
        .contains("worker-src 'self'")
        .contains("manifest-src 'self'");
  }

  @Test
  void theManifestHasTheMediaTypeOfManifests() {
    assertThat(get("/console/of-tests.webmanifest").headers().firstValue("Content-Type"))
        .contains("application/manifest+json");
  }

  @Test
  void theConsoleAddressIsRedirectedToItsSlash() {
    HttpResponse<String> bare = get("/console");
    assertThat(bare.statusCode()).isEqualTo(302);
    assertThat(SignedInBrowser.location(bare))
        .isEqualTo(TestPlatform.shared().platform().address() + "/console/");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/console/missing.js",
        "/console/assets/",
        "/console/.hidden.js",
        "/console/assets%2Fof-tests.class",
        "/console/..%2Fapplication.json",
        "/console/%5C..%5Clogback.xml"
      })
  void unknownFilesAreNotFound(String path) {
    assertThat(get(path).statusCode()).isEqualTo(404);
  }

  @Test
  void dotSegmentsAreRefused() {
    assertThat(get("/console/%2e%2e/logback.xml").statusCode()).isEqualTo(400);
  }
}
