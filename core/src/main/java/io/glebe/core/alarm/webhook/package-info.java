/**
 * Sends messages about alarm events to webhooks and to browsers of people. Messages wait in one
 * queue in the database and are sent again for a limited number of times. Those to webhooks are
 * signed as Standard Webhooks says, those to browsers are encrypted ({@code alarm.push}). Requests
 * go to the public internet only, and to private networks that the settings name.
 */
@NullMarked
package io.glebe.core.alarm.webhook;

import org.jspecify.annotations.NullMarked;
