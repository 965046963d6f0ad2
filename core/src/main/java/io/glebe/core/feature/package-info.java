/**
 * Fields, regions and sites as geographic features: which of them a query picks, and how they are
 * written. Reads the records; there is no second store.
 */
@NullMarked
package io.glebe.core.feature;

import org.jspecify.annotations.NullMarked;
