/**
 * Registers the spatio-temporal API, V2 under {@code /api/v2} and legacy at the root.
 *
 * <p>Endpoints parse the request, call a service of {@code core.cube} and reply. One handler serves
 * both forms.
 */
@NullMarked
package io.glebe.api.spatio;

import org.jspecify.annotations.NullMarked;
