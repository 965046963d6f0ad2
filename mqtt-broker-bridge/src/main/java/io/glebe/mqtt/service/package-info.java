/** The queues of services as topics. */
@NullMarked
package io.glebe.mqtt.service;

import org.jspecify.annotations.NullMarked;
