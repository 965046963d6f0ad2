package io.glebe.core.commission;

import io.glebe.core.config.ServiceSettings;
import io.glebe.core.config.Settings;
import java.time.Duration;

/**
 * The limits of commissions and queues.
 *
 * @param order of one commission
 * @param openOfFarm most open commissions of a farm
 * @param queue most messages of a service that are not acknowledged
 * @param timeout time after which a message is delivered again
 * @param tries most deliveries of a message
 */
record CommissionSettings(
    CommissionOrder.Limits order, int openOfFarm, int queue, Duration timeout, int tries) {
  static CommissionSettings of(Settings settings) {
    return new CommissionSettings(
        new CommissionOrder.Limits(
            settings.get(ServiceSettings.FIELDS), settings.get(ServiceSettings.LONGEST)),
        settings.get(ServiceSettings.OPEN_OF_FARM),
        settings.get(ServiceSettings.QUEUE),
        settings.get(ServiceSettings.TIMEOUT),
        settings.get(ServiceSettings.TRIES));
  }
}
