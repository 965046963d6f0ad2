/** What lines of the log have beside their text. */
@NullMarked
package io.glebe.api.cli.log;

import org.jspecify.annotations.NullMarked;
