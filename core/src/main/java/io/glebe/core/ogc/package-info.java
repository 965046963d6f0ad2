/**
 * OGC API Features, independent of where the features are stored: the query, the page, the bounding
 * box, and the {@link FeatureSource} that records and collections of items implement.
 */
@NullMarked
package io.glebe.core.ogc;

import org.jspecify.annotations.NullMarked;
