package io.glebe.api.devidentity;

import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.Settings;
import java.net.URI;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The names of the development identity in records of older releases: its address under one of this
 * platform's own host names, with any port. The same path at another host is a different issuer.
 */
final class FormerIssuers {
  private static final List<String> LOOPBACK = List.of("localhost", "127.0.0.1", "[::1]");
  private static final Pattern SPECIAL = Pattern.compile("[^A-Za-z0-9]");

  private FormerIssuers() {}

  /** A regular expression of PostgreSQL that matches the whole issuer. */
  static String pattern(Settings settings) {
    String hosts =
        Stream.of(
                LOOPBACK.stream(),
                settings.get(HttpSettings.BASE_URL).map(URI::getHost).stream(),
                settings.get(HttpSettings.HTTP_HOST).stream(),
                settings.get(HttpSettings.HTTP_NAMES).stream())
            .flatMap(named -> named)
            .map(FormerIssuers::literal)
            .distinct()
            .collect(Collectors.joining("|"));
    return "^https?://(" + hosts + ")(:[0-9]+)?" + DevelopmentIdentity.PATH + "$";
  }

  private static String literal(String host) {
    return SPECIAL.matcher(host).replaceAll("\\\\$0");
  }
}
