/** HTTP endpoints of the items (vector features) of a collection. */
@NullMarked
package io.glebe.api.spatio.item;

import org.jspecify.annotations.NullMarked;
