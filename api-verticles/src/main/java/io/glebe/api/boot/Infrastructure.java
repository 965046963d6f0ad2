package io.glebe.api.boot;

import io.glebe.core.config.Settings;
import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.metrics.Meters;
import io.vertx.core.Vertx;

/** What every room stands on. Owned by {@link Platform}, which closes it last. */
public record Infrastructure(
    Settings settings,
    Vertx vertx,
    Meters meters,
    Database database,
    Notifications notifications) {}
