/** HTTP endpoints of maps, legends and styles. */
@NullMarked
package io.glebe.api.spatio.map;

import org.jspecify.annotations.NullMarked;
