/** The meters: one registry of the process and every meter name in one file. */
package io.glebe.core.metrics;
