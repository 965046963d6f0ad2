/**
 * OGC API - Features for fields, regions and sites: landing page, conformance, collections,
 * queryables and items.
 */
@NullMarked
package io.glebe.api.features;

import org.jspecify.annotations.NullMarked;
