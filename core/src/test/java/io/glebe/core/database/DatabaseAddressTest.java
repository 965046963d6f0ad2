package io.glebe.core.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseAddressTest {
  @Test
  void everyPartIsParsed() {
    DatabaseAddress address =
        DatabaseAddress.parse("postgresql://gl%65be:p%40ss+w@db.example:6432/farm?sslmode=require");
    assertThat(address)
        .isEqualTo(
            new DatabaseAddress("db.example", 6432, "farm", "glebe", "p@ss+w", "sslmode=require"));
    assertThat(address.jdbcUrl())
        .startsWith("jdbc:postgresql://db.example:6432/farm?sslmode=require&");
    assertThat(address.connectOptions().getPassword()).isEqualTo("p@ss+w");
    assertThat(address.toString()).isEqualTo("db.example:6432/farm");
  }

  @Test
  void thePortHasADefault() {
    assertThat(DatabaseAddress.parse("postgres://u@h/d").port()).isEqualTo(5432);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mysql://u:secret@h/d",
        "postgresql://u:secret@h",
        "postgresql://h/d",
        "u:secret",
        "postgresql://u:se cret@h/d"
      })
  void otherFormsAreRejectedWithoutThePasswordInTheMessage(String url) {
    assertThatThrownBy(() -> DatabaseAddress.parse(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("secret")
        .hasMessageNotContaining("cret");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sslmode=verify",
        "ssl=true",
        "sslcrl=/a",
        "host=other",
        "password=secret",
        "connect_timeout=soon",
        "keepalives_idle=5",
        "nothing=1",
        "sslmode=verify-full",
        "sslcert=/a",
        "client_encoding=LATIN1",
        "ssl_min_protocol_version=TLSv1.1",
        "sslmode=require&sslmode=disable",
        "sslmode=",
        "ssl_min_protocol_version=TLSv1.3&ssl_max_protocol_version=TLSv1.2",
        "channel_binding=require"
      })
  void aParameterThatHasNoEffectIsRefusedByItsName(String parameters) {
    String name = parameters.substring(0, parameters.indexOf('='));
    assertThatThrownBy(() -> DatabaseAddress.parse("postgresql://u:secret@h/d?" + parameters))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(
            parameters.equals("sslmode=verify-full") ? "sslrootcert" : "parameter " + name)
        .hasMessageNotContaining("secret");
  }

  @Test
  void theUsualParametersOfLibpqAreAccepted() {
    DatabaseAddress address =
        DatabaseAddress.parse(
            "postgresql://u:p@h/d?sslmode=verify-full&sslrootcert=system&connect_timeout=5"
                + "&application_name=glebe%20one&options=-c%20statement_timeout%3D5s&keepalives=0"
                + "&client_encoding=UTF8&target_session_attrs=read-write&gssencmode=disable");
    assertThat(address.netOptions().getConnectTimeout()).isEqualTo(5_000);
    assertThat(address.netOptions().isTcpKeepAlive()).isFalse();
    assertThat(address.connectOptions().getProperties())
        .containsEntry("application_name", "glebe one")
        .containsEntry("options", "-c statement_timeout=5s");
    assertThat(address.jdbcUrl()).contains("connectTimeout=5", "sslmode=verify-full");
  }
}
