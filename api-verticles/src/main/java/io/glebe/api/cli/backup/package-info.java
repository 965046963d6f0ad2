/** The commands that copy a platform to a target and restore it. */
@NullMarked
package io.glebe.api.cli.backup;

import org.jspecify.annotations.NullMarked;
