/**
 * Plans and runs writes and deletions: the queue of waiting writes, the groups that share a
 * transaction, the plan of one write (access, preconditions, merge, rules, companion records) and
 * the plan of a deletion.
 *
 * <p>Memory and threads: a write is a script on a virtual thread inside one transaction. The queue
 * is shared by all threads, bounded in the number of writes and in the size of a group, and holds
 * the bodies of the waiting writes; everything else belongs to one transaction.
 */
@NullMarked
package io.glebe.core.record.write;

import org.jspecify.annotations.NullMarked;
