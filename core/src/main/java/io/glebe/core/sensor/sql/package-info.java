/**
 * Compiles syntax trees to SQL. Values are always parameters, never part of the text; column names
 * come only from the model. Nothing here accesses the database.
 */
@NullMarked
package io.glebe.core.sensor.sql;

import org.jspecify.annotations.NullMarked;
