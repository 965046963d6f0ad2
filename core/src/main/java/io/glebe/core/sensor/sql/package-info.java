/**
 * From syntax trees to SQL. Values always travel as parameters, never as text of a statement; names
 * of columns come from the model alone. Pure: nothing here talks to the database.
 */
@NullMarked
package io.glebe.core.sensor.sql;

import org.jspecify.annotations.NullMarked;
