/**
 * Stores the features of collections and finds them by place, time and CQL2.
 *
 * <p>Features are validated and stored with their GeoJSON as sent, and listed page by page. Bulk
 * loads stream: memory holds one batch of features, independent of the size of the body.
 */
@NullMarked
package io.glebe.core.cube.item;

import org.jspecify.annotations.NullMarked;
