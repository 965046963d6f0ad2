/**
 * Converts messages to stored observations, for the built-in server and for an outside broker. The
 * outcome follows the commit; until then the sender keeps the message, so no acknowledged message
 * can be lost. Holds only the messages that its callers admit.
 */
@NullMarked
package io.glebe.mqtt.ingest;

import org.jspecify.annotations.NullMarked;
