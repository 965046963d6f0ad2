/** Sessions of clients: what they get is kept while they are away. */
@NullMarked
package io.glebe.mqtt.session;

import org.jspecify.annotations.NullMarked;
