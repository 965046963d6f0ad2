/**
 * Makes the start cache of the platform: the JVM's ahead-of-time cache with loaded classes and
 * profiles of methods (JEP 483, 514, 515), recorded while the platform serves the requests of its
 * first minute. See docs/decisions/0053.
 */
@NullMarked
package io.glebe.api.boot.training;

import org.jspecify.annotations.NullMarked;
