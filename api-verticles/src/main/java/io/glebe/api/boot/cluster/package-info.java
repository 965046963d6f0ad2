/**
 * Starts the parts of a real installation as processes of this machine: {@code glebe cluster
 * --demo}. Each part has a platform thread that starts its process, starts it again when it ends,
 * and stops it.
 */
@NullMarked
package io.glebe.api.boot.cluster;

import org.jspecify.annotations.NullMarked;
