package io.glebe.core.alarm.webhook;

import io.glebe.core.config.AlarmSettings;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.database.Database;
import io.glebe.core.database.Purpose;
import io.glebe.core.secret.TokenSeal;
import io.glebe.core.thread.Awaiting;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The stored form of the secrets of webhooks: encrypted with the keys of the settings. Without keys
 * they are stored as they are; such a secret is recognized by its length.
 */
final class WebhookSecrets {
  private static final UUID FIRST = new UUID(0, 0);
  private static final int PORTION = 500;

  private static final String OLD =
      """
      select id, secret
      from alarm.webhook
      where id > $1 and (length(secret) = $2 or substring(secret from 1 for $3) <> $4)
      order by id
      limit $5
      """;

  private static final String RENEW =
      "update alarm.webhook set secret = $3 where id = $1 and secret = $2";

  private final Optional<TokenSeal> seal;

  WebhookSecrets(Optional<TokenSeal> seal) {
    this.seal = seal;
  }

  /** With the keys of the settings; throws InvalidSettings for one that is no key. */
  static WebhookSecrets of(Settings settings) {
    try {
      return new WebhookSecrets(settings.get(AlarmSettings.WEBHOOK_KEYS).map(TokenSeal::parse));
    } catch (IllegalArgumentException e) {
      throw new InvalidSettings(AlarmSettings.WEBHOOK_KEYS.name() + ": " + e.getMessage());
    }
  }

  /** The form in which a secret is stored. */
  byte[] stored(UUID webhook, byte[] secret) {
    return seal.map(keys -> keys.seal(webhook.toString(), WebhookSignature.text(secret)))
        .orElse(secret);
  }

  /** The secret; empty when its key is no longer in the settings. */
  Optional<byte[]> secret(UUID webhook, byte[] stored) {
    if (stored.length == WebhookSignature.SECRET_BYTES) {
      return Optional.of(stored);
    }
    return seal.flatMap(keys -> keys.open(webhook.toString(), stored))
        .map(WebhookSignature::secret);
  }

  /**
   * Encrypts with the first key what is stored as it is, or with another key, so that a key which
   * is no longer the first one can be removed after the next start. Waits.
   */
  void renew(Database database) {
    if (seal.isEmpty()) {
      return;
    }
    byte[] name = seal.get().firstName();
    List<Row> rows = old(database, FIRST, name);
    while (!rows.isEmpty()) {
      rows.forEach(row -> renew(database, row));
      rows = old(database, rows.getLast().getUUID("id"), name);
    }
  }

  private static List<Row> old(Database database, UUID after, byte[] name) {
    List<Row> rows = new ArrayList<>();
    query(
            database,
            OLD,
            Tuple.of(
                after, WebhookSignature.SECRET_BYTES, name.length, Buffer.buffer(name), PORTION))
        .forEach(rows::add);
    return rows;
  }

  private void renew(Database database, Row row) {
    UUID id = row.getUUID("id");
    Buffer before = row.getBuffer("secret");
    secret(id, before.getBytes())
        .ifPresent(
            secret ->
                query(database, RENEW, Tuple.of(id, before, Buffer.buffer(stored(id, secret)))));
  }

  private static Iterable<Row> query(Database database, String sql, Tuple values) {
    return Awaiting.await(database.pool(Purpose.BACKGROUND).preparedQuery(sql).execute(values));
  }
}
