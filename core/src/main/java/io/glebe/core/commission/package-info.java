/**
 * Commissions: farms order services for fields and a period, with permissions that end with the
 * commission; and the queues from which services receive them.
 */
@NullMarked
package io.glebe.core.commission;

import org.jspecify.annotations.NullMarked;
