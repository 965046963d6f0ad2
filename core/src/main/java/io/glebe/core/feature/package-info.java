/**
 * Fields, regions and sites as geographic features: which of them a query picks, and how they are
 * written. Reads the records; there is no second store.
 */
package io.glebe.core.feature;
