/** HTTP endpoints of bulk jobs. */
@NullMarked
package io.glebe.api.spatio.job;

import org.jspecify.annotations.NullMarked;
