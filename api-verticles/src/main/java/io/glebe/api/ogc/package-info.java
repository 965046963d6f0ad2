/**
 * Handlers, parameters, links and documents of OGC API Features for the interfaces that list
 * features: those of the farm and of the spatio-temporal API.
 */
@NullMarked
package io.glebe.api.ogc;

import org.jspecify.annotations.NullMarked;
