package io.glebe.core.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.ServiceIdentity;
import io.glebe.core.json.Json;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.UUID;

/**
 * A service of the registry.
 *
 * @param id also of its ProcessingService record
 * @param publicKey the JWK with which it signs its assertions; without one it has a secret
 * @param disabled when, by whom and why it was disabled; empty for an enabled service
 */
public record RegisteredService(
    UUID id,
    String name,
    String description,
    Optional<ObjectNode> publicKey,
    UUID createdBy,
    Instant created,
    Optional<Disabled> disabled) {

  /** The end of the use of a service. */
  public record Disabled(UUID by, Instant at, String reason) {}

  /** Columns of a service; needs the tables {@code s} and {@code p} of {@link #FROM}. */
  static final String COLUMNS =
      """
      s.id, s.enabled, s.public_key, s.created_by, s.created_at,
      s.disabled_by, s.disabled_at, s.disabled_reason,
      p.doc ->> 'name' as name, coalesce(p.doc ->> 'description', '') as description
      """;

  /** The tables of a service. */
  static final String FROM =
      """
      from service.service s
      join record.processing_services p on p.id = s.id
      """;

  public boolean enabled() {
    return disabled.isEmpty();
  }

  public String clientId() {
    return ServiceIdentity.clientId(id);
  }

  static RegisteredService of(Row row) {
    return new RegisteredService(
        row.getUUID("id"),
        row.getString("name"),
        row.getString("description"),
        Optional.ofNullable(row.getString("public_key")).map(Json::parseObject),
        row.getUUID("created_by"),
        row.getOffsetDateTime("created_at").toInstant(),
        row.getBoolean("enabled")
            ? Optional.empty()
            : Optional.of(
                new Disabled(
                    row.getUUID("disabled_by"),
                    instant(row.getOffsetDateTime("disabled_at")),
                    row.getString("disabled_reason"))));
  }

  private static Instant instant(OffsetDateTime time) {
    return time.toInstant();
  }
}
