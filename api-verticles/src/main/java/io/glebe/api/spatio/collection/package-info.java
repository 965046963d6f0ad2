/** HTTP endpoints of collections, layers, slices and snapshots. */
@NullMarked
package io.glebe.api.spatio.collection;

import org.jspecify.annotations.NullMarked;
