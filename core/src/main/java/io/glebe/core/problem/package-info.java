/**
 * Refusals: every refusal of the platform is a {@link io.glebe.core.problem.Problem}, thrown or
 * carried by a failed future, and written as RFC 9457 problem details in one place, {@link
 * io.glebe.core.problem.ProblemJson}.
 */
@NullMarked
package io.glebe.core.problem;

import org.jspecify.annotations.NullMarked;
