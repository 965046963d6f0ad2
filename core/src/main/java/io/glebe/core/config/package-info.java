/**
 * The settings: one declared list, read once at start from defaults, file, environment and flags,
 * and immutable afterwards.
 */
@NullMarked
package io.glebe.core.config;

import org.jspecify.annotations.NullMarked;
