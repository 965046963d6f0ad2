/**
 * Speaks to the partner's machine-data platform: OAuth grants, requests with bounded retries, pages
 * and the sealing of tokens at rest.
 *
 * <p>Everything that waits is asynchronous. No token is ever logged or put into a problem.
 */
package io.glebe.core.partner;
