package io.glebe.core.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.config.Settings;
import io.glebe.core.database.embedded.PostgresProcess;
import io.glebe.core.folder.ServerAccount;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A PostgreSQL server that accepts only TLS, and asks one of its users for a certificate. */
class DatabaseTlsTest {
  @TempDir private static Path folder;

  private static TestAuthority authority;
  private static TestAuthority stranger;
  private static PostgresProcess server;

  @BeforeAll
  static void start() throws IOException {
    authority = new TestAuthority(folder.resolve("authority"));
    stranger = new TestAuthority(folder.resolve("stranger"));
    authority.sign("server", "server", "dns:localhost");
    authority.sign("client", "glebe", "");
    ServerAccount account = ServerAccount.detect();
    for (String name : List.of("server", "authority")) {
      account.own(authority.certificate(name));
      account.own(authority.key(name));
    }
    server =
        PostgresProcess.start(
            folder,
            List.of(
                "ssl = on",
                "ssl_cert_file = '" + authority.certificate("server") + "'",
                "ssl_key_file = '" + authority.key("server") + "'",
                "ssl_ca_file = '" + authority.certificate("authority") + "'"),
            List.of(
                "hostssl all glebe 127.0.0.1/32 scram-sha-256",
                "hostnossl all all 127.0.0.1/32 reject"));
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  private static DatabaseAddress address(String host, String parameters) {
    return DatabaseAddress.parse(server.url("glebe", host, parameters));
  }

  private static String full(String more) {
    return "sslmode=verify-full&sslrootcert=" + authority.certificate("authority") + more;
  }

  /** Whether the connection of the reactive client is encrypted, with version and client. */
  private static Row tlsOf(DatabaseAddress address) {
    Vertx vertx = Vertx.vertx();
    try (Database database = Database.open(vertx, address, Settings.defaults())) {
      return database
          .query(
              """
              select s.ssl, s.version, s.client_dn, a.application_name
              from pg_stat_ssl s join pg_stat_activity a using (pid)
              where s.pid = pg_backend_pid()
              """)
          .await()
          .iterator()
          .next();
    } finally {
      vertx.close().await();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "sslmode=allow", "sslmode=prefer", "sslmode=require"})
  void aConnectionIsEncryptedWithoutAnyFile(String parameters) throws IOException {
    DatabaseAddress address = address("127.0.0.1", parameters);
    DatabaseFault.check(address);
    assertThat(tlsOf(address).getBoolean("ssl")).isTrue();
  }

  @Test
  void theCertificateAndTheHostNameOfTheServerAreVerified() throws IOException {
    DatabaseAddress address = address("localhost", full("&application_name=farm"));
    DatabaseFault.check(address);
    Row tls = tlsOf(address);
    assertThat(tls.getBoolean("ssl")).isTrue();
    assertThat(tls.getString("application_name")).isEqualTo("farm");
  }

  @Test
  void theSchemaIsMigratedAndNotificationsArriveThroughTls() throws IOException {
    DatabaseAddress address = address("localhost", full(""));
    Migrations.apply(address);
    Vertx vertx = Vertx.vertx();
    List<String> received = new CopyOnWriteArrayList<>();
    try (Database database = Database.open(vertx, address, Settings.defaults());
        Notifications notifications = Notifications.open(vertx, database).await()) {
      notifications.subscribe("told", received::add);
      notifications.listening("told").await();
      notifications.publish("told", "one").await();
      Awaitility.await().untilAsserted(() -> assertThat(received).containsExactly("one"));
    } finally {
      vertx.close().await();
    }
  }

  @Test
  void theVersionOfTlsIsLimited() {
    String old = full("&ssl_max_protocol_version=TLSv1.2");
    assertThat(tlsOf(address("localhost", old)).getString("version")).isEqualTo("TLSv1.2");
    String latest = full("&ssl_min_protocol_version=TLSv1.3");
    assertThat(tlsOf(address("localhost", latest)).getString("version")).isEqualTo("TLSv1.3");
  }

  @Test
  void aCertificateIdentifiesTheClient() throws IOException {
    DatabaseAddress address =
        address(
            "localhost",
            full(
                "&sslcert=%s&sslkey=%s"
                    .formatted(authority.certificate("client"), authority.key("client"))));
    DatabaseFault.check(address);
    assertThat(tlsOf(address).getString("client_dn")).isEqualTo("/CN=glebe");
  }

  @Test
  void aCertificateOfAnotherAuthorityIsRefused() {
    for (String mode : List.of("require", "verify-ca", "verify-full")) {
      DatabaseAddress address =
          address(
              "localhost", "sslmode=" + mode + "&sslrootcert=" + stranger.certificate("authority"));
      assertThatThrownBy(() -> DatabaseFault.check(address))
          .as(mode)
          .isInstanceOf(DatabaseFault.class)
          .hasMessageContaining("TLS");
      assertThatThrownBy(() -> tlsOf(address)).as(mode).isNotNull();
    }
  }

  @Test
  void aHostNameThatTheCertificateDoesNotHaveIsRefusedOnlyByVerifyFull() throws IOException {
    DatabaseAddress full = address("127.0.0.1", full(""));
    assertThatThrownBy(() -> DatabaseFault.check(full)).isInstanceOf(DatabaseFault.class);
    assertThatThrownBy(() -> tlsOf(full)).isNotNull();
    DatabaseAddress signed =
        address("127.0.0.1", "sslmode=verify-ca&sslrootcert=" + authority.certificate("authority"));
    DatabaseFault.check(signed);
    assertThat(tlsOf(signed).getBoolean("ssl")).isTrue();
  }

  @Test
  void aServerThatDemandsTlsRefusesAConnectionWithoutIt() {
    assertThatThrownBy(() -> DatabaseFault.check(address("127.0.0.1", "sslmode=disable")))
        .isInstanceOf(DatabaseFault.class)
        .hasMessageContaining("GLEBE_DATABASE_URL");
  }

  @Test
  void aMissingFileIsReportedWithItsParameter() {
    DatabaseAddress address = address("localhost", "sslmode=verify-ca&sslrootcert=/no/such.pem");
    assertThatThrownBy(() -> DatabaseFault.check(address))
        .isInstanceOf(DatabaseFault.class)
        .hasMessageContaining("sslrootcert")
        .hasMessageContaining("/no/such.pem");
  }
}
