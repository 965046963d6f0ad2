/** What it costs to know a caller. */
@NullMarked
package io.glebe.bench.identity;

import org.jspecify.annotations.NullMarked;
