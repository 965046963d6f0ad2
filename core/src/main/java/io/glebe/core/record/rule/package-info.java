/**
 * The rules V01 to V30 of the data model: decides whether a write or a deletion of one record may
 * happen and what is stored.
 *
 * <p>A run has two phases. The pure phase merges the body into the stored record, checks its shape
 * and collects {@link io.glebe.core.record.rule.Lookup questions}; the second phase decides on the
 * {@link io.glebe.core.record.rule.LookupResults answers} of a {@link
 * io.glebe.core.record.rule.RecordLookup}, which answers all questions of a round at once. Most
 * writes need one round, submitted reports and money without currency a second one. No class here
 * knows SQL, threads or HTTP; all are immutable or confined to one run. One rule stands in one
 * class named after its subject.
 */
@NullMarked
package io.glebe.core.record.rule;

import org.jspecify.annotations.NullMarked;
