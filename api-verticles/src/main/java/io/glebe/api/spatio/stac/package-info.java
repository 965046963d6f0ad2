/** HTTP endpoints of the STAC API. */
@NullMarked
package io.glebe.api.spatio.stac;

import org.jspecify.annotations.NullMarked;
