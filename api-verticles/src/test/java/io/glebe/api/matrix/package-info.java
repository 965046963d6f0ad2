/**
 * The permission matrix: every operation of the route table, sent by every role for its own farm, a
 * foreign farm and a shared farm, over every transport. The expected result is derived only from
 * the declared permission and the catalogue of roles.
 */
@NullMarked
package io.glebe.api.matrix;

import org.jspecify.annotations.NullMarked;
