/** HTTP endpoints that upload slices to a layer. */
@NullMarked
package io.glebe.api.spatio.upload;

import org.jspecify.annotations.NullMarked;
