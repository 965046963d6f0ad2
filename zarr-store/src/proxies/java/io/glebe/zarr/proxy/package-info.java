/** Proxies that cause faults, compiled into the tests of this module and into the benchmarks. */
@NullMarked
package io.glebe.zarr.proxy;

import org.jspecify.annotations.NullMarked;
