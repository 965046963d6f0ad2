/** HTTP endpoints of time series. */
@NullMarked
package io.glebe.api.spatio.series;

import org.jspecify.annotations.NullMarked;
