package io.glebe.mqtt.broker;

/** A message with the quality of service its subscriber asked for. */
record RoutedMessage(Delivery delivery, int qos) {}
