/** What subscribers receive: messages about observations, entities and the platform itself. */
@NullMarked
package io.glebe.mqtt.message;

import org.jspecify.annotations.NullMarked;
