/**
 * The routes of the partner connector, and the sandbox partner: a simulated machine-data platform
 * that replaces a real one in the development profile.
 */
@NullMarked
package io.glebe.api.partner;

import org.jspecify.annotations.NullMarked;
