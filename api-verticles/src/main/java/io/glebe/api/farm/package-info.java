/**
 * HTTP endpoints of farms, regions and farm users, and the area that registers all operations of
 * the data model.
 *
 * <p>Endpoints parse the request, call a service of {@code core} and reply. Permissions and rules
 * are checked in the service, for every endpoint.
 */
@NullMarked
package io.glebe.api.farm;

import org.jspecify.annotations.NullMarked;
