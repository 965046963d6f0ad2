/**
 * Features of a collection: validated, stored with their GeoJSON as sent, found by place, time and
 * CQL2, page by page. Bulk loads stream: memory holds one batch of features, whatever the size of
 * the body.
 */
@NullMarked
package io.glebe.core.cube.item;

import org.jspecify.annotations.NullMarked;
