package io.glebe.core.database.tls;

import java.util.Locale;

/** How a connection to the database uses TLS: the parameter {@code sslmode} of libpq. */
public enum SslUse {
  DISABLE,
  ALLOW,
  PREFER,
  REQUIRE,
  VERIFY_CA,
  VERIFY_FULL;

  /** Returns the value of the parameter. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns whether the certificate of the server must be signed by a trusted authority. */
  public boolean verifies() {
    return this == VERIFY_CA || this == VERIFY_FULL;
  }

  /** Returns whether a connection can use TLS. */
  public boolean encrypts() {
    return this != DISABLE;
  }
}
