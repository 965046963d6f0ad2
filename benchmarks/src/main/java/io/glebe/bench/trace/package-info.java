/** What traces cost a request that is not traced. */
@NullMarked
package io.glebe.bench.trace;

import org.jspecify.annotations.NullMarked;
