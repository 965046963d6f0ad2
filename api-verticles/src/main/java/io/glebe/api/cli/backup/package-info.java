/** The commands that copy a platform to a target and restore it, or write its audit log. */
@NullMarked
package io.glebe.api.cli.backup;

import org.jspecify.annotations.NullMarked;
