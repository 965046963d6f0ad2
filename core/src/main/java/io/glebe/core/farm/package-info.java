/**
 * Farms, their regions and the people who work on them: onboarding, invitations, memberships,
 * credentials and the region tree.
 */
@NullMarked
package io.glebe.core.farm;

import org.jspecify.annotations.NullMarked;
