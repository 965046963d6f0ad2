/**
 * {@code glebe doctor}: checks a configuration against the real parts, before or beside a start.
 */
@NullMarked
package io.glebe.api.cli.doctor;

import org.jspecify.annotations.NullMarked;
