/**
 * Tests of the shipped artifacts: the archive of {@code ./glebe package}, the image, and the files
 * that build and start containers. They use the archive like an external user, without access to
 * the build.
 */
package io.glebe.distribution;
