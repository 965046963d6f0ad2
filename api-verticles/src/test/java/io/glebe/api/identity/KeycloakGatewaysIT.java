package io.glebe.api.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jose.jwk.ECKey;
import io.glebe.api.boot.PlatformProcess;
import io.glebe.api.boot.cluster.Cluster;
import io.glebe.api.boot.cluster.ClusterPart;
import io.glebe.api.boot.cluster.ClusterPlan;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cluster of two gateways with a Keycloak of its own: a gateway and Keycloak are killed under
 * load.
 */
@Tag("keycloak")
class KeycloakGatewaysIT {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int SOME_WRITES = 20;
  private static final String ADMINISTRATOR = "admin";
  private static final String PASSWORD = "admin-demo-password";

  private static ClusterPlan plan(Path folder) {
    return new ClusterPlan(
        folder,
        0,
        2,
        ClusterPlan.Replica.NONE,
        ClusterPlan.Programs.signIn(Keycloak.installation()),
        PlatformProcess.shortLivedJava(),
        Map.of(
            "GLEBE_PROFILE", "production",
            "GLEBE_IDENTITY_KEY_INTERVAL", "1s",
            "GLEBE_IDENTITY_KEY_AGE", "2s",
            "GLEBE_FIRST_ADMINISTRATOR", ADMINISTRATOR,
            "GLEBE_SAMPLE", "false",
            "GLEBE_WARM_UP", "false",
            "GLEBE_RATE_LIMITS", ""),
        ClusterPlan.Route.DIRECT);
  }

  private static Browser signedIn(Cluster cluster) {
    Browser browser = new Browser();
    HttpResponse<String> login =
        browser.get(URI.create(cluster.address() + "/console/session/login"));
    assertThat(login.statusCode()).as(login.body()).isEqualTo(302);
    URI authorize = URI.create(login.headers().firstValue("Location").orElseThrow());
    HttpResponse<String> back =
        KeycloakApps.signIn(browser, browser.get(authorize), ADMINISTRATOR, PASSWORD);
    URI callback = URI.create(back.headers().firstValue("Location").orElseThrow());
    assertThat(browser.get(callback).statusCode()).isEqualTo(303);
    return browser;
  }

  /** An access token for the farm API, by the client of the console. */
  private static String token(Cluster cluster, Path folder) throws Exception {
    String key = Files.readString(folder.resolve("identity/console-key.json"));
    TestApp console = new TestApp("glebe-console", ECKey.parse(key));
    String issuer = cluster.part(Cluster.IDENTITY).address() + "/realms/glebe";
    KeycloakApps apps = new KeycloakApps(issuer);
    return apps.tokenOf(
        console, cluster.address() + "/console/session/callback", ADMINISTRATOR, PASSWORD);
  }

  /** What the session may read with a token that the gateway gets for it. */
  private static HttpResponse<String> people(Browser browser, URI gateway) {
    return browser.get(gateway.resolve("/v1/users"));
  }

  private static void serves(Browser browser, URI gateway) {
    HttpResponse<String> people = people(browser, gateway);
    assertThat(people.statusCode()).as(people.body()).isEqualTo(200);
  }

  private static String health(URI gateway) {
    HttpResponse<String> health = new Browser().get(gateway.resolve("/health/ready"));
    assertThat(health.statusCode()).as(health.body()).isEqualTo(200);
    return health.body();
  }

  @Test
  void aSessionOutlivesItsGatewayAndItsIdentityProvider(@TempDir Path folder) throws Exception {
    try (Cluster cluster = new Cluster(plan(folder), line -> {})) {
      cluster.start();
      Browser browser = signedIn(cluster);
      URI first = cluster.gateways().getFirst();
      URI second = cluster.gateways().getLast();
      serves(browser, first);
      serves(browser, second);
      ClusterPart gateway = cluster.part(Cluster.GATEWAY + 1);
      ProcessHandle.of(gateway.pid()).orElseThrow().destroyForcibly();
      serves(browser, second);
      await().atMost(PATIENCE).until(() -> gateway.starts() > 1);
      serves(browser, first);
      try (OrganizationLoad load =
          new OrganizationLoad(cluster.gateways(), token(cluster, folder))) {
        load.awaitWrites(SOME_WRITES);
        keycloakIsKilled(cluster, browser, load);
        load.renew(token(cluster, folder));
        load.awaitWrites(SOME_WRITES);
        assertThat(load.end()).isEmpty();
        for (URI one : cluster.gateways()) {
          load.renew(token(cluster, folder));
          assertThat(load.lostAt(one)).isEmpty();
        }
      }
    }
    await().atMost(PATIENCE).until(() -> processesIn(folder).isEmpty());
  }

  private static List<ProcessHandle> processesIn(Path folder) {
    return ProcessHandle.allProcesses()
        .filter(one -> one.info().commandLine().orElse("").contains(folder.toString()))
        .toList();
  }

  private static void keycloakIsKilled(Cluster cluster, Browser browser, OrganizationLoad load) {
    ClusterPart keycloak = cluster.part(Cluster.IDENTITY);
    for (URI gateway : cluster.gateways()) {
      awaitWithout(
          keycloak, () -> health(gateway).contains("keys of the identity provider cannot"));
    }
    load.awaitWrites(SOME_WRITES); // tokens that were issued before stay valid, here for 40 s
    for (URI gateway : cluster.gateways()) {
      awaitWithout(keycloak, () -> people(browser, gateway).statusCode() == 503);
    }
    HttpResponse<String> refused = people(browser, cluster.gateways().getFirst());
    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(503);
    assertThat(refused.headers().firstValue("Retry-After")).isPresent();
    for (URI gateway : cluster.gateways()) {
      await().atMost(PATIENCE).until(() -> people(browser, gateway).statusCode() == 200);
      await().atMost(PATIENCE).until(() -> !health(gateway).contains("cannot be fetched"));
    }
    serves(signedIn(cluster), cluster.gateways().getLast());
  }

  /** Waits with a part that is killed whenever it has been started again. */
  private static void awaitWithout(ClusterPart part, Callable<Boolean> condition) {
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              ProcessHandle.of(part.pid())
                  .filter(process -> part.pid() > 0)
                  .ifPresent(ProcessHandle::destroyForcibly);
              return condition.call();
            });
  }
}
