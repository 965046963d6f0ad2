/**
 * The PostgreSQL that comes with the platform: unpacks its programs, creates its files, starts and
 * stops its server and a replica of it. Blocking.
 */
@NullMarked
package io.glebe.core.database.embedded;

import org.jspecify.annotations.NullMarked;
