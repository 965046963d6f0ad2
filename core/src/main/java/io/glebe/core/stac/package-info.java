/**
 * Publishes collections, their time slices and their features as a SpatioTemporal Asset Catalog
 * (STAC 1.0.0).
 *
 * <p>Only manually edited metadata ({@code stac-metadata}) is stored: catalogue, collections and
 * items are derived from the collection's row and the snapshot of its cube on each read, so that
 * they always match the data. Documents are JSON trees; URLs are derived from one base, so this
 * package does not depend on a protocol.
 */
@NullMarked
package io.glebe.core.stac;

import org.jspecify.annotations.NullMarked;
