/**
 * The parts of the record engine that concern people: the view of a User record that a caller may
 * see, invitations, claims of an e-mail address and the caller as the rules know him.
 *
 * <p>Uses the tables and the access checks.
 */
@NullMarked
package io.glebe.core.record.person;

import org.jspecify.annotations.NullMarked;
