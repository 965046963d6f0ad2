/**
 * The SpatioTemporal Asset Catalog: collections, their time slices and features, told as STAC
 * 1.0.0.
 *
 * <p>Nothing is stored for it but what was said by hand ({@code stac-metadata}): catalogue,
 * collections and items are projected from the collection's row and from the snapshot of its cube
 * whenever they are read, so that they cannot differ from the data. Documents are JSON trees;
 * addresses follow from one base, so that this room knows no protocol.
 */
@NullMarked
package io.glebe.core.stac;

import org.jspecify.annotations.NullMarked;
