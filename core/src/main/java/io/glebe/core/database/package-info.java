/**
 * The database: connection pools, transactions as sequential scripts on virtual threads, migrations
 * and notifications over LISTEN/NOTIFY. Threads: pools return results on the caller's event loop;
 * scripts run on virtual threads and may wait; nothing here blocks an event loop.
 */
@NullMarked
package io.glebe.core.database;

import org.jspecify.annotations.NullMarked;
