/**
 * OGC API - Features for fields, regions and sites: landing page, conformance, collections,
 * queryables and items.
 */
package io.glebe.api.features;
