/** Parameters, links and JSON parts that several packages of the spatio-temporal API use. */
@NullMarked
package io.glebe.api.spatio.common;

import org.jspecify.annotations.NullMarked;
