/**
 * Faults of processes and networks under load: {@link io.glebe.api.faults.FaultRun} kills, cuts and
 * slows the parts of a cluster one after the other, while clients write and read, and checks that
 * nothing acknowledged is lost. See docs/operations/faults.md.
 */
@NullMarked
package io.glebe.api.faults;

import org.jspecify.annotations.NullMarked;
