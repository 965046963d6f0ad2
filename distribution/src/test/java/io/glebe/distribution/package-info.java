/**
 * Tests of what is shipped: the archive of {@code ./glebe package}, the image, and the files that
 * build and start containers. They use the archive as a stranger would, and nothing of the build.
 */
package io.glebe.distribution;
