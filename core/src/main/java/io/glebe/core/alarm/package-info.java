/**
 * Checks alarm rules and makes their events.
 *
 * <p>Observations only mark their datastream, in memory and without waiting; one virtual thread of
 * the process checks the rules of marked datastreams and reads what is new from the database. A row
 * for each rule says how far it has been checked and is locked meanwhile, so that several processes
 * make each event once, and so that a restart continues where the last check ended.
 */
@NullMarked
package io.glebe.core.alarm;

import org.jspecify.annotations.NullMarked;
