/**
 * Writes changes into the tables and signals them: a {@code Change} is one record as a transaction
 * leaves it, {@code ChangeWriter} writes rows, references, business keys, feed clock stamps and
 * audit entries of one transaction, {@code ChangeSignals} wakes the readers of the change feed
 * after the commit.
 *
 * <p>A {@code ChangeWriter} belongs to one transaction on one virtual thread. {@code ChangeSignals}
 * is shared by all threads.
 */
@NullMarked
package io.glebe.core.record.change;

import org.jspecify.annotations.NullMarked;
