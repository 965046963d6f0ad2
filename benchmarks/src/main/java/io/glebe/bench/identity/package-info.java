/** Cost of the authentication and authorization of a caller. */
@NullMarked
package io.glebe.bench.identity;

import org.jspecify.annotations.NullMarked;
