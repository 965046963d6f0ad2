/** Vector tiles of about 500 fields. */
@NullMarked
package io.glebe.bench.mvt;

import org.jspecify.annotations.NullMarked;
