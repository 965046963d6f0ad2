/** What has been stored, in the order of commits: for clients that continue where they were. */
@NullMarked
package io.glebe.core.sensor.journal;

import org.jspecify.annotations.NullMarked;
