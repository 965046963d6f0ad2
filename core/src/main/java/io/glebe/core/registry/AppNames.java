package io.glebe.core.registry;

import io.glebe.core.database.Transaction;
import io.glebe.core.registry.manifest.AppName;
import java.util.UUID;

/**
 * Names of apps that no other app may imitate: those of submitted versions, and those that were
 * ever approved, also of withdrawn apps.
 */
final class AppNames {
  private AppNames() {}

  /** Whether another app has a name that looks like this one; holds the name until the commit. */
  static boolean isTaken(Transaction tx, UUID app, String name) {
    String skeleton = AppName.skeleton(name);
    tx.execute("select pg_advisory_xact_lock(hashtextextended('app name ' || $1, 0))", skeleton);
    return tx.first(
            """
            select 1
            from registry.app_version
            where skeleton = $1 and app_id <> $2 and (state = 'SUBMITTED' or approved)
            limit 1
            """,
            skeleton,
            app)
        .isPresent();
  }
}
