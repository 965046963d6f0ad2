/**
 * Pulls organizations, farms and fields from the partner's machine-data platform: OAuth grants
 * whose tokens lie sealed, requests with bounded retries, pages, and the import into the farm twin.
 *
 * <p>Requests to the partner are asynchronous; what is asked of {@link PartnerService} blocks and
 * belongs on virtual threads. An import reads everything first and then writes all or nothing. No
 * token is ever logged or put into a problem.
 */
@NullMarked
package io.glebe.core.partner;

import org.jspecify.annotations.NullMarked;
