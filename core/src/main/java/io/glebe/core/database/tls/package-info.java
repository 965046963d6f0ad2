/**
 * The parameters of a database's address, as libpq defines them, and TLS to the database. Every
 * parameter works or is refused by its name. No state and no threads.
 */
@NullMarked
package io.glebe.core.database.tls;

import org.jspecify.annotations.NullMarked;
