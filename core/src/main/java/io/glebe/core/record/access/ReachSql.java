package io.glebe.core.record.access;

import io.glebe.core.access.AccessibleScopes;
import io.glebe.core.access.Caller;
import io.glebe.core.access.SqlSink;
import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.record.table.Sql;

/**
 * Compiles a {@link ReadReach} into a condition over the row {@code t} of a collection's table: the
 * owners in the columns decide ({@link RecordOwnerColumns}, {@link
 * io.glebe.core.access.AccessFilter}). Entries of the audit log ask for a second permission ({@link
 * AuditSql}).
 */
public final class ReachSql {
  private ReachSql() {}

  public static void condition(Sql sql, EntityType type, ReadReach reach) {
    String owners =
        type.name().equals(EntityNames.AUDIT_LOG)
            ? AuditSql.condition(reach, sink(sql))
            : reach.scopes().condition(RecordOwnerColumns.of(type), sink(sql));
    sql.add(
        reach
            .limit()
            .map(limit -> "((" + owners + ") and " + limit.condition(type, sink(sql)) + ")")
            .orElse(owners));
  }

  /** Adds the condition for rows that the caller has created, as {@link RecordAccess#isCreator}. */
  public static void madeBy(Sql sql, Caller caller) {
    sql.add(AccessibleScopes.createdBy(caller, RecordOwnerColumns.CREATOR, sink(sql)));
  }

  private static SqlSink sink(Sql sql) {
    return (value, type) -> sql.place(value);
  }
}
