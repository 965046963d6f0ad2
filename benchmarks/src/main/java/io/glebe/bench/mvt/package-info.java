/** Vector tiles of about 500 fields. */
package io.glebe.bench.mvt;
