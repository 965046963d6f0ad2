/**
 * Times in texts and intervals of time: the one parser of RFC 3339, of the parameter {@code
 * datetime} and of periods of records.
 */
@NullMarked
package io.glebe.core.time;

import org.jspecify.annotations.NullMarked;
