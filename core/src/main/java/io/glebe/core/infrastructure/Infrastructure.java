package io.glebe.core.infrastructure;

import io.glebe.core.config.Settings;
import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.metrics.Meters;
import io.glebe.core.trace.Tracing;
import io.vertx.core.Vertx;

/**
 * The resources that all API areas share. The start-up code opens them before the first verticle is
 * deployed and closes them after the last one.
 *
 * @param address the addresses of the platform, known before the HTTP server listens
 * @param mqtt the ports of the built-in MQTT endpoint
 */
public record Infrastructure(
    Settings settings,
    Vertx vertx,
    Meters meters,
    Tracing tracing,
    Database database,
    Notifications notifications,
    PublicAddress address,
    MqttPorts mqtt) {}
