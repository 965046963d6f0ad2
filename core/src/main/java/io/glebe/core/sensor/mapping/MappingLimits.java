package io.glebe.core.sensor.mapping;

import io.glebe.core.config.SensorSettings;
import io.glebe.core.config.Settings;

/**
 * Limits of mappings.
 *
 * @param templates of one account
 * @param values observations of one message, and measures of one template
 * @param datastreams that the mapping of one account finds or creates
 */
public record MappingLimits(int templates, int values, int datastreams) {
  /** The limits of the settings. */
  public static MappingLimits of(Settings settings) {
    return new MappingLimits(
        settings.get(SensorSettings.MQTT_MAPPING_TEMPLATES),
        settings.get(SensorSettings.MQTT_MAPPED_VALUES),
        settings.get(SensorSettings.MQTT_MAPPED_DATASTREAMS));
  }

  /** For mappings that are stored already: they count also if the limits were lowered since. */
  MappingLimits ofStored() {
    return new MappingLimits(Integer.MAX_VALUE, Integer.MAX_VALUE, datastreams);
  }
}
