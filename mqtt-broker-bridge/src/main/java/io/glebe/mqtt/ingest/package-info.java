/**
 * From a message to a stored observation: the same way for devices at the built-in endpoint and for
 * an outside broker. A verdict comes after the commit; until then a message is the sender's, so
 * that nothing that was acknowledged can be lost. Holds no more than its doors let in.
 */
@NullMarked
package io.glebe.mqtt.ingest;

import org.jspecify.annotations.NullMarked;
