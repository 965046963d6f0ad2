/**
 * The spatio-temporal API over HTTP, V2 under {@code /api/v2} and legacy at the root: parse, call a
 * service of {@code core.cube}, reply. Both spellings have one handler.
 */
@NullMarked
package io.glebe.api.spatio;

import org.jspecify.annotations.NullMarked;
