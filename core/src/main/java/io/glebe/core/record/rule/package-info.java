/**
 * Decides by the rules V01 to V30 of the data model whether a write or a deletion of one record may
 * happen and what is stored.
 *
 * <p>A check has two phases. The first merges the body into the stored record, checks its shape and
 * collects {@link io.glebe.core.record.rule.lookup.Lookup lookups}; the second decides with the
 * {@link io.glebe.core.record.rule.lookup.LookupResults results} of a {@link
 * io.glebe.core.record.rule.lookup.RecordLookup}, which answers all lookups of a round at once.
 * Most writes need one round; submitted reports and money without currency need two.
 *
 * <p>This package lists the rules and runs them; each rule is a class named after its subject in
 * one of the packages below. From the lowest to the highest: {@code rule.lookup} and {@code
 * rule.value}, {@code rule.draft}, the packages of rules ({@code rule.declared}, {@code
 * rule.reference}, {@code rule.user}, {@code rule.report}, {@code rule.job}, {@code rule.farm}),
 * this package. No class knows SQL, threads or HTTP; all are immutable or confined to one check.
 */
@NullMarked
package io.glebe.core.record.rule;

import org.jspecify.annotations.NullMarked;
