/** What it costs to know a caller. */
package io.glebe.bench.identity;
