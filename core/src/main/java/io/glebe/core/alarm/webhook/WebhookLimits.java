package io.glebe.core.alarm.webhook;

import io.glebe.core.config.AddressRanges;
import io.glebe.core.config.AlarmSettings;
import io.glebe.core.config.Settings;
import java.time.Duration;

/**
 * The limits of webhooks and of browsers that are notified.
 *
 * @param ofFarm most webhooks of a farm
 * @param ofPerson most browsers of a person that are notified of the alarms of a farm
 * @param queue most messages that wait for one webhook or browser
 * @param tries most attempts of a message
 * @param firstPause pause before the second attempt
 * @param timeout longest wait for an answer
 * @param privateAddresses addresses of private networks that may be reached, also by http
 */
public record WebhookLimits(
    int ofFarm,
    int ofPerson,
    int queue,
    int tries,
    Duration firstPause,
    Duration timeout,
    AddressRanges privateAddresses) {

  /** The limits of the settings. */
  public static WebhookLimits of(Settings settings) {
    return new WebhookLimits(
        settings.get(AlarmSettings.WEBHOOKS),
        settings.get(AlarmSettings.SUBSCRIPTIONS),
        settings.get(AlarmSettings.QUEUE),
        settings.get(AlarmSettings.TRIES),
        settings.get(AlarmSettings.FIRST_PAUSE),
        settings.get(AlarmSettings.TIMEOUT),
        settings.get(AlarmSettings.ADDRESSES));
  }
}
