package io.glebe.core.backup;

import java.io.IOException;
import java.io.OutputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import org.postgresql.PGConnection;

/**
 * Writes the audit log as lines of JSON, oldest first: each is what {@code GET /audit-logs} shows
 * of an entry, and the farm, the organization, the author and the program of the change.
 */
public final class AuditExport {
  /**
   * Text in COPY would escape the backslashes of JSON; CSV with unused signs leaves all as it is.
   */
  private static final String QUERY =
      """
      copy (
        select jsonb_strip_nulls(jsonb_build_object(
          'id', id,
          'createdAt', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
          'updatedAt', to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
          'originType', origin_type,
          'farmId', farm_id,
          'organizationId', organization_id,
          'createdByUserId', created_by_user_id,
          'clientId', client_id)) || doc
        from record.audit_logs
        where updated_at >= '%s' and updated_at < '%s'
        order by updated_at, id
      ) to stdout with (format csv, quote e'\\x01', delimiter e'\\x02')
      """;

  private AuditExport() {}

  /**
   * Writes the entries of a period; returns their number.
   *
   * @param since the first time
   * @param until the time before which they end
   */
  public static long write(BackupParts parts, Instant since, Instant until, OutputStream target)
      throws IOException {
    try (Connection connection = Backup.connect(parts)) {
      return connection
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyOut(QUERY.formatted(since, until), target);
    } catch (SQLException e) {
      throw new BackupFault("the audit log cannot be read: " + e.getMessage(), e);
    }
  }
}
