/**
 * Benchmarks that mirror the packages of the engines, and load scenarios against the whole
 * platform.
 */
package io.glebe.bench;
