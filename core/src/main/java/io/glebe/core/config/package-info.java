/**
 * The settings: one declared list, read once at start from defaults, file, environment and flags,
 * immutable afterwards.
 */
package io.glebe.core.config;
