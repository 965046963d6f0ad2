/** Time series of fields and boxes. */
package io.glebe.bench.series;
