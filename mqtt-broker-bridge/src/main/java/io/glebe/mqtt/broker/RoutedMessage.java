package io.glebe.mqtt.broker;

/** A message with the quality of service that its subscriber requested. */
record RoutedMessage(Delivery delivery, int qos) {}
