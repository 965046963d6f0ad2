/** The common types of API areas: the verticle and the readiness. */
@NullMarked
package io.glebe.api.area;

import org.jspecify.annotations.NullMarked;
