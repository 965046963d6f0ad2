/** Farms as the platform's own workers see them: onboarding of people, roles and farms. */
package io.glebe.core.farm;
