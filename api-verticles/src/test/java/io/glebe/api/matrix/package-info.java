/**
 * The permission matrix: every operation of the route table, asked by every role on its own, on a
 * foreign and on a shared farm, over every transport. What must come is worked out from the
 * declared permission and the catalogue of roles alone.
 */
@NullMarked
package io.glebe.api.matrix;

import org.jspecify.annotations.NullMarked;
