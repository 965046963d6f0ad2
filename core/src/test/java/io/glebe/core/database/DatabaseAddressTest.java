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
        .isEqualTo("jdbc:postgresql://db.example:6432/farm?sslmode=require");
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
}
