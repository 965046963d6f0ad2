/**
 * The routes of the partner connector, and the sandbox partner: a machine-data platform of our own
 * that stands in for a real one in the development profile.
 */
@NullMarked
package io.glebe.api.partner;

import org.jspecify.annotations.NullMarked;
