/**
 * Looks up the hosts to which the platform sends requests, and distinguishes the public internet
 * from private networks.
 */
@NullMarked
package io.glebe.core.host;

import org.jspecify.annotations.NullMarked;
