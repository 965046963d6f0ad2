/** Farms as the platform's own workers see them: onboarding of people, roles and farms. */
@NullMarked
package io.glebe.core.farm;

import org.jspecify.annotations.NullMarked;
