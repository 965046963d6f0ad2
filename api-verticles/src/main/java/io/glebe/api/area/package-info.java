/** What every API area has in common: its verticle and its part of the readiness. */
@NullMarked
package io.glebe.api.area;

import org.jspecify.annotations.NullMarked;
