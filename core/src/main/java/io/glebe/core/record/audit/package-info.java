/**
 * The entries of the audit log: {@code AuditTrail} holds the author, the job and the reason of a
 * change, {@code AuditNote} is an entry about something other than a record, and {@code History}
 * reads the entries of one record.
 *
 * <p>Uses the tables only. Values are immutable; readers and writers belong to one transaction.
 */
@NullMarked
package io.glebe.core.record.audit;

import org.jspecify.annotations.NullMarked;
