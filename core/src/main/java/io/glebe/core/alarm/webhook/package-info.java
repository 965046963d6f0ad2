/**
 * Sends messages about alarm events to webhooks. Messages wait in the database, are signed as
 * Standard Webhooks says, and are sent again for a limited number of times. Requests go to the
 * public internet only, and to private networks that the settings name.
 */
@NullMarked
package io.glebe.core.alarm.webhook;

import org.jspecify.annotations.NullMarked;
