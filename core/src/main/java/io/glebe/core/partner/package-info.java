/**
 * Imports organizations, farms and fields from the partner's machine-data platform: OAuth grants
 * with encrypted tokens, requests with limited retries, paging, and the import into the records.
 *
 * <p>Requests to the partner are asynchronous; {@link PartnerService} blocks and belongs on virtual
 * threads. An import reads everything first and then writes all or nothing. No token is ever logged
 * or part of a problem.
 */
@NullMarked
package io.glebe.core.partner;

import org.jspecify.annotations.NullMarked;
