package io.glebe.api.cli.load.client;

import io.glebe.api.cli.access.TokenRequestForm;
import io.glebe.api.cli.load.scenario.Audience;
import io.glebe.api.cli.load.scenario.LoadAnswer;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Access tokens for the APIs of the target. They come from files, which are read again while the
 * run lasts, from the caller, or from the development identity of the target.
 */
public final class AccessTokens {
  private static final Logger LOG = LoggerFactory.getLogger(AccessTokens.class);
  private static final long RENEW_NANOS = 60_000_000_000L;
  private static final String ADMINISTRATOR = "admin";

  private final Map<Audience, Path> files;
  private final Optional<String> given;
  private final String user;
  private final Map<Audience, String> tokens = new ConcurrentHashMap<>();
  private long readAt;

  /**
   * @param files token files; without one, an API uses the given token
   * @param given a token for all other APIs; empty asks the development identity for tokens
   * @param user user of the development identity
   */
  public AccessTokens(Map<Audience, Path> files, Optional<String> given, String user) {
    this.files = files.isEmpty() ? Map.of() : new EnumMap<>(files);
    this.given = given;
    this.user = user;
  }

  /** Gets all tokens; waits for them. */
  void open(TargetClient target) throws IOException {
    for (Audience audience : Audience.values()) {
      tokens.put(audience, token(audience, target));
    }
    readAt = System.nanoTime();
  }

  private String token(Audience audience, TargetClient target) throws IOException {
    Path file = files.get(audience);
    if (file != null) {
      return Files.readString(file).strip();
    }
    return given.isPresent() ? given.get() : developmentToken(audience, user, target);
  }

  /** A token of the administrator of the farm API; empty if tokens were given. */
  Optional<String> administrator(TargetClient target) throws IOException {
    return given.isPresent() || files.containsKey(Audience.FARM)
        ? Optional.empty()
        : Optional.of(developmentToken(Audience.FARM, ADMINISTRATOR, target));
  }

  private static String developmentToken(Audience audience, String user, TargetClient target)
      throws IOException {
    LoadAnswer answer =
        target.await(
            target.send(
                HttpMethod.POST,
                TokenRequestForm.PATH,
                Map.of("Content-Type", TokenRequestForm.MEDIA_TYPE),
                Optional.of(Buffer.buffer(TokenRequestForm.form(user, audience.id()))),
                true));
    String token = answer.isGood() ? TargetClient.json(answer).path("access_token").asText() : "";
    if (token.isEmpty()) {
      throw new IOException(
          "the target has no development identity with a user "
              + user
              + "; give a token by --token-file");
    }
    return token;
  }

  /** Reads the files again, once in a minute; a file that cannot be read changes nothing. */
  public void renew() {
    if (files.isEmpty() || System.nanoTime() - readAt < RENEW_NANOS) {
      return;
    }
    readAt = System.nanoTime();
    files.forEach(
        (audience, file) -> {
          try {
            tokens.put(audience, Files.readString(file).strip());
          } catch (IOException e) {
            LOG.debug("the token file {} cannot be read", file, e);
          }
        });
  }

  String of(Audience audience) {
    return Objects.requireNonNull(tokens.get(audience), "the tokens are not open");
  }
}
